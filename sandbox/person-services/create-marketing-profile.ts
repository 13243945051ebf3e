import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { locales, type LocaleCode } from '../../src/config/locales.ts'
import { consumerIdentity, contactDetail } from '../../src/contract/consent.ts'
import { interests, preferences } from '../../src/contract/interests.ts'
import {
  toMarketingHeader,
  marketingProfileService,
  profileStore,
  type MarketingHeader,
} from '../../src/contract/marketing-profile.ts'
import { createEndpointFactory, createInvalidBodyError, type Authorize, type Endpoints } from './endpoint.ts'
import type { PersonCallers } from './person-caller.ts'
import { openPersonStore } from './person-store.ts'
import { createJsonService } from './service-app.ts'
import { ServiceError } from './service-error.ts'

const personDataSchema = v.object({
  /** Absent until the first profile is stored. */
  profileId: v.optional(v.string()),
  consumerIdentity: v.optional(consumerIdentity),
  contactDetail: v.optional(contactDetail),
  profileStores: v.array(profileStore),
  interests,
  preferences,
})
type PersonData = v.InferOutput<typeof personDataSchema>

type Options = { directory: string; authorize: Authorize<PersonCallers> }

/** Returns the profile as a response contains it. Null if none is stored. */
const toProfile = ({ profileId, consumerIdentity, contactDetail, profileStores }: PersonData) =>
  profileId === undefined
    ? null
    : {
        ...(consumerIdentity && { consumerIdentity }),
        ...(contactDetail && { contactDetail }),
        profileStores,
      }

const headerFields = ['isoLanguage', 'isoCountry', 'brandCode', 'campaignId'] as const

/**
 * Throws for a header that does not match the locale of the API key. Without this check, the coach would get
 * the mail of another campaign.
 */
const assertHeader = (locale: LocaleCode, header: MarketingHeader) => {
  const expected = toMarketingHeader(locales[locale])
  const wrongField = headerFields.find((field) => header[field] !== expected[field])
  if (wrongField) {
    const path = `profile.header.${wrongField}`
    throw new ServiceError(422, 'header-refused', `Not the ${wrongField} of ${locale}.`, path)
  }
}

/** Creates the marketing profile service: what a coach wants to hear about. */
export const createMarketingProfileService = async ({ directory, authorize }: Options) => {
  const emptyData = { profileStores: [], interests: [], preferences: {} }
  const people = await openPersonStore(
    join(directory, 'marketing-profiles.json'),
    personDataSchema,
    emptyData,
  )
  const createEndpoint = createEndpointFactory<PersonCallers>(authorize, createInvalidBodyError)
  const { calls } = marketingProfileService

  /** Stores a part of a profile and returns the profile's id, which never changes. */
  const savePart = async (personId: string, part: Partial<PersonData>) => {
    const profileId = people.getData(personId).profileId ?? randomUUID()
    await people.change(personId, ({ profileStores }) => ({
      ...part,
      profileId,
      profileStores: [...new Set([...profileStores, ...(part.profileStores ?? [])])],
    }))
    return profileId
  }

  const endpoints: Endpoints<typeof calls> = {
    signUp: createEndpoint(calls.signUp, async ({ profile: { header, ...part } }, { person, locale }) => {
      assertHeader(locale, header)
      const isNew = people.getData(person).profileId === undefined
      return { profileId: await savePart(person, part), created: isNew }
    }),
    retrieve: createEndpoint(calls.retrieve, ({ profile: { header } }, { person, locale }) => {
      assertHeader(locale, header)
      return { profile: toProfile(people.getData(person)) }
    }),
    save: createEndpoint(calls.save, async ({ profile: { header, ...part } }, { person, locale }) => {
      assertHeader(locale, header)
      return { profileId: await savePart(person, part) }
    }),
    retrieveUserProfile: createEndpoint(calls.retrieveUserProfile, ({ profile }, { person, locale }) => {
      assertHeader(locale, profile.header)
      const data = people.getData(person)
      const groups = new Set(profile.extendedGroups)
      return {
        profile: toProfile(data),
        ...(groups.has('nonMarketingInterests') ? { nonMarketingInterests: data.interests } : {}),
        ...(groups.has('nonMarketingPreferences') ? { nonMarketingPreferences: data.preferences } : {}),
      }
    }),
    interests: createEndpoint(calls.interests, (_body, { person }) => ({
      interests: people.getData(person).interests,
    })),
    saveInterests: createEndpoint(calls.saveInterests, (body, { person }) =>
      people.change(person, () => body),
    ),
    customPreferences: createEndpoint(calls.customPreferences, (_body, { person }) => ({
      preferences: people.getData(person).preferences,
    })),
    saveCustomPreferences: createEndpoint(calls.saveCustomPreferences, (body, { person }) =>
      people.change(person, (current) => ({
        preferences: { ...current.preferences, ...body.preferences },
      })),
    ),
  }
  return createJsonService(endpoints, people.getAll)
}
