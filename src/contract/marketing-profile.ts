import * as v from 'valibot'
import type { Locale } from '../config/locales.ts'
import { consumerIdentity, contactDetail } from './consent.ts'
import { interests, preferences } from './interests.ts'
import { callBy, jsonRefusal, type Service, type ServiceCalls } from './service-call.ts'
import { requiredText } from './shared-schemas.ts'

/** The header of every profile request (specification §3). Some locales have no campaign or brand. */
const header = v.strictObject({
  isoLanguage: v.pipe(v.string(), v.regex(/^[a-z]{2}$/)),
  isoCountry: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)),
  brandCode: v.optional(requiredText),
  campaignId: v.optional(requiredText),
  formType: requiredText,
  entity: v.literal('PRM2.6'),
  origin: v.literal('Website'),
})
export type MarketingHeader = v.InferOutput<typeof header>

/** Creates the header for a locale, with the ids that specification §9 gives to it. */
export const toMarketingHeader = ({ language, country, brandCode, campaignId }: Locale): MarketingHeader => ({
  isoLanguage: language,
  isoCountry: country,
  ...(brandCode !== undefined && { brandCode }),
  ...(campaignId !== undefined && { campaignId }),
  formType: 'signUp',
  entity: 'PRM2.6',
  origin: 'Website',
})

/** `CPS` is the consumer profile, and `EPS` the extended profile with interests and preferences. */
export const profileStore = v.picklist(['CPS', 'EPS'])
const profileStores = v.pipe(v.array(profileStore), v.nonEmpty(), v.maxLength(2))

const extendedGroup = v.picklist(['nonMarketingInterests', 'nonMarketingPreferences'])

/** A stored profile, or null before it is first stored. */
const storedProfile = v.nullable(
  v.object({
    consumerIdentity: v.optional(consumerIdentity),
    contactDetail: v.optional(contactDetail),
    profileStores: v.array(profileStore),
  }),
)

const get = callBy({ method: 'GET', auth: 'identity', body: v.undefined() })
const post = callBy({ method: 'POST', auth: 'identity' })
const profileId = v.pipe(v.string(), v.nonEmpty())

const calls = {
  /** Creates or replaces the profile of a coach. */
  signUp: {
    ...post('/profile/sign-up'),
    body: v.strictObject({
      profile: v.strictObject({ header, consumerIdentity, contactDetail, profileStores }),
    }),
    response: v.object({ profileId, created: v.boolean() }),
  },
  /** The coach's consumer profile. */
  retrieve: {
    ...post('/profile/retrieve/v2'),
    body: v.strictObject({
      profile: v.strictObject({ header, profileStores: v.strictTuple([v.literal('CPS')]) }),
    }),
    response: v.object({ profile: storedProfile }),
  },
  /** Stores the parts of the profile that are sent and leaves the others. */
  save: {
    ...post('/profile/save'),
    body: v.strictObject({
      profile: v.strictObject({
        header,
        consumerIdentity: v.optional(consumerIdentity),
        contactDetail: v.optional(contactDetail),
        profileStores,
      }),
    }),
    response: v.object({ profileId }),
  },
  /** Both profiles of the coach, with the extended groups that were asked for. */
  retrieveUserProfile: {
    ...post('/user-profile/retrieve'),
    body: v.strictObject({
      profile: v.strictObject({
        header,
        profileStores,
        extendedGroups: v.pipe(v.array(extendedGroup), v.maxLength(2)),
      }),
    }),
    response: v.object({
      profile: storedProfile,
      nonMarketingInterests: v.optional(interests),
      nonMarketingPreferences: v.optional(preferences),
    }),
  },
  /** The coach's interests. */
  interests: {
    ...get('/user/interests'),
    response: v.object({ interests }),
  },
  /** Replaces the interests. */
  saveInterests: {
    ...post('/user/interests'),
    body: v.strictObject({ interests }),
    response: v.object({ interests }),
  },
  /** The coach's own preferences. */
  customPreferences: {
    ...get('/user/custom-preferences'),
    response: v.object({ preferences }),
  },
  /** Stores the preferences that are sent and leaves the others. */
  saveCustomPreferences: {
    ...post('/user/custom-preferences'),
    body: v.strictObject({ preferences }),
    response: v.object({ preferences }),
  },
} as const satisfies ServiceCalls

/**
 * The marketing-profile service (specification §7). Each market uses a host in the US, the EU or Singapore.
 */
export const marketingProfileService = { calls, refusal: jsonRefusal } satisfies Service
