import * as v from 'valibot'
import { emailAddress } from './email-address.ts'
import { jsonRefusal, type Service, type ServiceCalls } from './service-call.ts'
import { requiredText, shortText, timestamp } from './shared-schemas.ts'

/** A coach's name for the consent service and the marketing profile (specification §3). */
export const consumerIdentity = v.strictObject({
  firstName: requiredText,
  lastName: requiredText,
  /** Empty if the coach did not choose one. */
  honorificPrefix: shortText,
})
export const contactDetail = v.strictObject({
  email: emailAddress,
})

/** The consent payload, exactly as in specification §3. */
const consentBody = v.strictObject({
  consumerIdentity,
  contactDetail,
  optInStatus: v.strictObject({
    legalAgeConsent: v.literal(true),
    /** Present only if the coach consented. */
    companyEmailConsent: v.optional(v.literal(true)),
  }),
  additionalSubscription: v.optional(
    v.pipe(v.array(v.strictObject({ serviceId: requiredText, optIn: v.boolean() })), v.maxLength(50)),
  ),
})
export type ConsentBody = v.InferInput<typeof consentBody>

const calls = {
  /** Records what a coach agreed to at sign-up, in the locales outside the United States. */
  consent: {
    method: 'POST',
    path: '/consents',
    auth: 'anyone',
    body: consentBody,
    response: v.object({ consentId: v.string(), recordedAt: timestamp }),
  },
} as const satisfies ServiceCalls

/** The consent service (specification §7). */
export const consentService = { calls, refusal: jsonRefusal } satisfies Service
