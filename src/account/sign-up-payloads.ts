import type { Locale } from '../config/locales.ts'
import type { BodyOf } from '../contract/product-api.ts'
import type { RegistrationAnswers } from './account.ts'

/** The sign-up payload without its `token`: that is the customer whom the event is captured for. */
export type Registration = Omit<BodyOf<'customers'>, 'token'>

/** The sign-up payload (specification §3): `phone` is sent empty, and '-' stands for no partner. */
export const registrationOf = (
  { country, language }: Locale,
  answers: RegistrationAnswers,
): Registration => ({
  organisation: answers.organisation,
  workFrom: answers.workFrom,
  phone: '',
  job: answers.job,
  partner: answers.partner.trim() || '-',
  numberOfPeople: answers.numberOfPeople,
  mktChannel: answers.mktChannel,
  country: country.toUpperCase(),
  language: language.toUpperCase(),
  youngFemale: answers.youngFemale,
  sportType: answers.sportType,
})
