import { join } from 'node:path'
import * as v from 'valibot'
import { extendedProfile, extendedProfileService } from '../../src/contract/extended-profile.ts'
import { interests, preferences } from '../../src/contract/interests.ts'
import { endpointsOf, jsonBodyRefused, type Authorize, type Endpoints } from './endpoint.ts'
import { jsonService } from './service-app.ts'
import type { PersonCallers } from './person-caller.ts'
import { openPersonStore } from './person-store.ts'

const stored = v.object({ profile: extendedProfile, interests, preferences })

type Options = { directory: string; authorize: Authorize<PersonCallers> }

/** The extended profile service: one profile with interests and preferences per person. */
export const createExtendedProfile = async ({ directory, authorize }: Options) => {
  const people = await openPersonStore(join(directory, 'extended-profiles.json'), stored, {
    profile: {},
    interests: [],
    preferences: {},
  })
  const on = endpointsOf<PersonCallers>(authorize, jsonBodyRefused)
  const { calls } = extendedProfileService

  const endpoints: Endpoints<typeof calls> = {
    profile: on(calls.profile, (_nothing, { person }) => ({ profile: people.of(person).profile })),
    updateProfile: on(calls.updateProfile, (body, { person }) =>
      people.change(person, ({ profile }) => ({ profile: { ...profile, ...body } })),
    ),
    interests: on(calls.interests, (_nothing, { person }) => ({ interests: people.of(person).interests })),
    storeInterests: on(calls.storeInterests, (body, { person }) => people.change(person, () => body)),
    preferences: on(calls.preferences, (_nothing, { person }) => ({
      preferences: people.of(person).preferences,
    })),
    storePreferences: on(calls.storePreferences, (body, { person }) =>
      people.change(person, (current) => ({
        preferences: { ...current.preferences, ...body.preferences },
      })),
    ),
  }
  return jsonService(endpoints, people.all)
}
