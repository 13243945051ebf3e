import * as v from 'valibot'
import { interests, preferences } from './interests.ts'
import { jsonRefusal, type Service, type ServiceCalls } from './service-call.ts'
import { filled, shortText } from './shapes.ts'

const profile = {
  firstName: v.optional(filled),
  lastName: v.optional(filled),
  honorificPrefix: v.optional(shortText),
  organisation: v.optional(shortText),
  workFrom: v.optional(shortText),
  job: v.optional(shortText),
  sportType: v.optional(shortText),
}
export const extendedProfile = v.object(profile)

const get = { method: 'GET', auth: 'identity', body: v.undefined() } as const
const post = { method: 'POST', auth: 'identity' } as const

const calls = {
  profile: {
    ...get,
    path: '/users/profile',
    response: v.object({ profile: extendedProfile }),
    summary: "The coach's extended profile; empty before the first update.",
  },
  updateProfile: {
    ...post,
    path: '/users/profile/update',
    body: v.strictObject(profile),
    response: v.object({ profile: extendedProfile }),
    summary: 'Stores the fields that are sent and leaves the others.',
  },
  interests: {
    ...get,
    path: '/users/interests',
    response: v.object({ interests }),
    summary: "The coach's interests.",
  },
  storeInterests: {
    ...post,
    path: '/users/interests/store',
    body: v.strictObject({ interests }),
    response: v.object({ interests }),
    summary: 'Replaces the interests.',
  },
  preferences: {
    ...get,
    path: '/users/preferences',
    response: v.object({ preferences }),
    summary: "The coach's preferences.",
  },
  storePreferences: {
    ...post,
    path: '/users/preferences/store',
    body: v.strictObject({ preferences }),
    response: v.object({ preferences }),
    summary: 'Stores the preferences that are sent and leaves the others.',
  },
} as const satisfies ServiceCalls

/** The extended profile service (specification §7). */
export const extendedProfileService = { calls, refusal: jsonRefusal } satisfies Service
