import { join } from 'node:path'
import * as v from 'valibot'
import { extendedProfile, extendedProfileService } from '../../src/contract/extended-profile.ts'
import { interests, preferences } from '../../src/contract/interests.ts'
import { endpointFactory, createJsonBodyRefusal, type Authorize, type Endpoints } from './endpoint.ts'
import type { PersonCallers } from './person-caller.ts'
import { openPersonStore } from './person-store.ts'
import { jsonService } from './service-app.ts'

const personDataSchema = v.object({ profile: extendedProfile, interests, preferences })

type Options = { directory: string; authorize: Authorize<PersonCallers> }

/** Creates the extended profile service: one profile with interests and preferences per person. */
export const createExtendedProfileService = async ({ directory, authorize }: Options) => {
  const people = await openPersonStore(join(directory, 'extended-profiles.json'), personDataSchema, {
    profile: {},
    interests: [],
    preferences: {},
  })
  const createEndpoint = endpointFactory<PersonCallers>(authorize, createJsonBodyRefusal)
  const { calls } = extendedProfileService

  const endpoints: Endpoints<typeof calls> = {
    profile: createEndpoint(calls.profile, (_body, { person }) => ({
      profile: people.getData(person).profile,
    })),
    updateProfile: createEndpoint(calls.updateProfile, (body, { person }) =>
      people.change(person, ({ profile }) => ({ profile: { ...profile, ...body } })),
    ),
    interests: createEndpoint(calls.interests, (_body, { person }) => ({
      interests: people.getData(person).interests,
    })),
    storeInterests: createEndpoint(calls.storeInterests, (body, { person }) =>
      people.change(person, () => body),
    ),
    preferences: createEndpoint(calls.preferences, (_body, { person }) => ({
      preferences: people.getData(person).preferences,
    })),
    storePreferences: createEndpoint(calls.storePreferences, (body, { person }) =>
      people.change(person, (current) => ({
        preferences: { ...current.preferences, ...body.preferences },
      })),
    ),
  }
  return jsonService(endpoints, people.all)
}
