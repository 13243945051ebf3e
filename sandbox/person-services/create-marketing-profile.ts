import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { locales, type LocaleCode } from '../../src/config/locales.ts'
import { consumerIdentity, contactDetail } from '../../src/contract/consent.ts'
import { interests, preferences } from '../../src/contract/interests.ts'
import {
  marketingHeaderOf,
  marketingProfileService,
  profileStore,
  type MarketingHeader,
} from '../../src/contract/marketing-profile.ts'
import { endpointsOf, jsonBodyRefused, type Authorize, type Endpoints } from './endpoint.ts'
import { jsonService } from './service-app.ts'
import type { PersonCallers } from './person-caller.ts'
import { Refusal } from './refusal.ts'
import { openPersonStore } from './person-store.ts'

const stored = v.object({
  /** absent until a profile arrives */
  profileId: v.optional(v.string()),
  consumerIdentity: v.optional(consumerIdentity),
  contactDetail: v.optional(contactDetail),
  profileStores: v.array(profileStore),
  interests,
  preferences,
})
type Stored = v.InferOutput<typeof stored>

type Options = { directory: string; authorize: Authorize<PersonCallers> }

/** The marketing-profile service: what a person wants to hear about. */
export const createMarketingProfile = async ({ directory, authorize }: Options) => {
  const empty = { profileStores: [], interests: [], preferences: {} }
  const people = await openPersonStore(join(directory, 'marketing-profiles.json'), stored, empty)
  const on = endpointsOf<PersonCallers>(authorize, jsonBodyRefused)
  const { calls } = marketingProfileService

  /** Stores the sent part of a profile and returns its id, which never changes. */
  const save = async (person: string, sent: Partial<Stored>) => {
    const profileId = people.of(person).profileId ?? randomUUID()
    await people.change(person, ({ profileStores }) => ({
      ...sent,
      profileId,
      profileStores: [...new Set([...profileStores, ...(sent.profileStores ?? [])])],
    }))
    return profileId
  }

  const endpoints: Endpoints<typeof calls> = {
    signUp: on(calls.signUp, async ({ profile: { header, ...sent } }, { person, locale }) => {
      assertHeaderOf(locale, header)
      const created = people.of(person).profileId === undefined
      return { profileId: await save(person, sent), created }
    }),
    retrieve: on(calls.retrieve, ({ profile: { header } }, { person, locale }) => {
      assertHeaderOf(locale, header)
      return { profile: profileOf(people.of(person)) }
    }),
    save: on(calls.save, async ({ profile: { header, ...sent } }, { person, locale }) => {
      assertHeaderOf(locale, header)
      return { profileId: await save(person, sent) }
    }),
    retrieveUserProfile: on(calls.retrieveUserProfile, ({ profile }, { person, locale }) => {
      assertHeaderOf(locale, profile.header)
      const known = people.of(person)
      const groups = new Set(profile.extendedGroups)
      return {
        profile: profileOf(known),
        ...(groups.has('nonMarketingInterests') ? { nonMarketingInterests: known.interests } : {}),
        ...(groups.has('nonMarketingPreferences') ? { nonMarketingPreferences: known.preferences } : {}),
      }
    }),
    interests: on(calls.interests, (_nothing, { person }) => ({ interests: people.of(person).interests })),
    saveInterests: on(calls.saveInterests, (body, { person }) => people.change(person, () => body)),
    customPreferences: on(calls.customPreferences, (_nothing, { person }) => ({
      preferences: people.of(person).preferences,
    })),
    saveCustomPreferences: on(calls.saveCustomPreferences, (body, { person }) =>
      people.change(person, (current) => ({
        preferences: { ...current.preferences, ...body.preferences },
      })),
    ),
  }
  return jsonService(endpoints, people.all)
}

const profileOf = ({ profileId, consumerIdentity, contactDetail, profileStores }: Stored) =>
  profileId === undefined
    ? null
    : {
        ...(consumerIdentity && { consumerIdentity }),
        ...(contactDetail && { contactDetail }),
        profileStores,
      }

const headerFields = ['isoLanguage', 'isoCountry', 'brandCode', 'campaignId'] as const

/** Refuses a header that does not match the key's locale: the person would get the wrong campaign's mail. */
const assertHeaderOf = (locale: LocaleCode, header: MarketingHeader) => {
  const expected = marketingHeaderOf(locales[locale])
  const wrong = headerFields.find((field) => header[field] !== expected[field])
  if (wrong) {
    throw new Refusal(422, 'header-refused', `Not the ${wrong} of ${locale}.`, `profile.header.${wrong}`)
  }
}
