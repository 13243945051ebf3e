import * as v from 'valibot'
import { interests, preferences } from './interests.ts'
import { callBy, jsonRefusal, type Service, type ServiceCalls } from './service-call.ts'
import { requiredText, shortText } from './shapes.ts'

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
  profile: {
    ...get('/users/profile', "The coach's extended profile; empty before the first update."),
    response: v.object({ profile: extendedProfile }),
  },
  updateProfile: {
    ...post('/users/profile/update', 'Stores the fields that are sent and leaves the others.'),
    body: v.strictObject(profileEntries),
    response: v.object({ profile: extendedProfile }),
  },
  interests: {
    ...get('/users/interests', "The coach's interests."),
    response: v.object({ interests }),
  },
  storeInterests: {
    ...post('/users/interests/store', 'Replaces the interests.'),
    body: v.strictObject({ interests }),
    response: v.object({ interests }),
  },
  preferences: {
    ...get('/users/preferences', "The coach's preferences."),
    response: v.object({ preferences }),
  },
  storePreferences: {
    ...post('/users/preferences/store', 'Stores the preferences that are sent and leaves the others.'),
    body: v.strictObject({ preferences }),
    response: v.object({ preferences }),
  },
} as const satisfies ServiceCalls

/** The extended profile service (specification §7). */
export const extendedProfileService = { calls, refusal: jsonRefusal } satisfies Service
