import { locales } from '../config/locales.ts'
import type { ConsentBody } from '../contract/consent.ts'
import type { PayloadOf } from '../outbox/events/events.ts'
import type { SignUpDetails } from './pending-sign-ups.ts'

/**
 * Creates the payload of a sign-up for the product API (specification §3). The API requires `phone`, which
 * the form does not ask for, and `partner`, where '-' means none.
 */
export const toRegistration = ({
  locale,
  registration,
}: Pick<SignUpDetails, 'locale' | 'registration'>): PayloadOf<'customer.registered.v1'> => {
  const { country, language } = locales[locale]
  return {
    ...registration,
    phone: '',
    partner: registration.partner.trim() || '-',
    country: country.toUpperCase(),
    language: language.toUpperCase(),
  }
}

/**
 * Returns the consents of a sign-up as fields of the customer record. Includes legal age if the form asks for
 * it.
 */
export const toConsentFields = ({ locale, emailConsent }: SignUpDetails): Record<string, string> => ({
  ...(locales[locale].consentService ? { legalAgeConsent: 'true' } : {}),
  emailConsent: String(emailConsent),
})

/**
 * Creates the payload for the consent service (specification §3). By the same section, `organisation` holds
 * the coach's honorific or title. Forms that send this payload require legal age.
 */
export const toConsent = ({
  email,
  firstName,
  lastName,
  registration,
  emailConsent,
  subscriptions,
}: SignUpDetails): ConsentBody => ({
  consumerIdentity: { firstName, lastName, honorificPrefix: registration.organisation },
  contactDetail: { email },
  optInStatus: {
    legalAgeConsent: true,
    ...(emailConsent ? { companyEmailConsent: true as const } : {}),
  },
  ...(subscriptions && subscriptions.length > 0 ? { additionalSubscription: subscriptions } : {}),
})
