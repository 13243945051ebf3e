import type { ConsentBody } from '../contract/consent.ts'
import type { SignUpEntry } from './pending-sign-ups.ts'

/** The consent payload of specification §3: nobody signs up without being of legal age. */
export const consentPayloadOf = ({
  email,
  firstName,
  lastName,
  registration,
  emailConsent,
  subscriptions,
}: SignUpEntry['told']): ConsentBody => ({
  consumerIdentity: { firstName, lastName, honorificPrefix: registration.organisation },
  contactDetail: { email },
  optInStatus: {
    legalAgeConsent: true,
    ...(emailConsent ? { companyEmailConsent: true as const } : {}),
  },
  ...(subscriptions && subscriptions.length > 0 ? { additionalSubscription: subscriptions } : {}),
})
