import * as v from 'valibot'
import { interests, preferences } from './interests.ts'
import { callBy, jsonRefusal, type Service, type ServiceCalls } from './service-call.ts'
import { requiredText, shortText } from './shared-schemas.ts'

const profileEntries = {
  firstName: v.optional(requiredText),
  lastName: v.optional(requiredText),
  honorificPrefix: v.optional(shortText),
  organisation: v.optional(shortText),
  workFrom: v.optional(shortText),
  job: v.optional(shortText),
  partner: v.optional(shortText),
  sportType: v.optional(shortText),
}
export const extendedProfile = v.object(profileEntries)

const get = callBy({ method: 'GET', auth: 'identity', body: v.undefined() })
const post = callBy({ method: 'POST', auth: 'identity' })

const calls = {
  /** The coach's extended profile; empty before the first update. */
  profile: {
    ...get('/users/profile'),
    response: v.object({ profile: extendedProfile }),
  },
  /** Stores the fields that are sent and leaves the others. */
  updateProfile: {
    ...post('/users/profile/update'),
    body: v.strictObject(profileEntries),
    response: v.object({ profile: extendedProfile }),
  },
  /** The coach's interests. */
  interests: {
    ...get('/users/interests'),
    response: v.object({ interests }),
  },
  /** Replaces the interests. */
  storeInterests: {
    ...post('/users/interests/store'),
    body: v.strictObject({ interests }),
    response: v.object({ interests }),
  },
  /** The coach's preferences. */
  preferences: {
    ...get('/users/preferences'),
    response: v.object({ preferences }),
  },
  /** Stores the preferences that are sent and leaves the others. */
  storePreferences: {
    ...post('/users/preferences/store'),
    body: v.strictObject({ preferences }),
    response: v.object({ preferences }),
  },
} as const satisfies ServiceCalls

/** The extended profile service (specification §7). */
export const extendedProfileService = { calls, refusal: jsonRefusal } satisfies Service
