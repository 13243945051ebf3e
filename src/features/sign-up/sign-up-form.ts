import * as v from 'valibot'
import type { SignUpInput } from '../../account/account.ts'
import type { Locale } from '../../config/locales.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { emailSchema, nameEntries, newPasswordSchema } from '../../person/form/account-schemas.ts'
import { toSurveyProfileAnswers, surveyProfileEntries } from '../../person/form/survey-profile-fields.tsx'
import { numberOfPeopleSchema } from '../../person/form/people-field.tsx'
import { partnerSchema } from '../../person/form/partner-field.tsx'
import { requiredRawText } from '../../ui/form/field-schemas.ts'
import { findSurveyAnswer } from '../../config/survey-profile.ts'
import type { SurveyAnswers } from '../../contract/loyalty/survey-responses.ts'
import { jobs } from '../../person/form/registration-select.tsx'

/** Texts of select boxes that mean "nothing chosen yet" (specification §5). */
const placeholders = new Set([
  'Select your job role',
  'Selecione sua profissão',
  'Selecioná uno',
  'Selecione o país',
  'Select the country',
  'Seleccione uno',
  'Selecione um',
  'Select one',
  'Selecciona uno',
])

/** Returns the chosen text, or '' if it is only a placeholder. */
export const removePlaceholder = (text: string): string => {
  const trimmed = text.trim()
  return placeholders.has(trimmed) ? '' : trimmed
}

/** A required choice of a select box. */
const choiceSchema = v.pipe(v.string(), v.transform(removePlaceholder), requiredRawText)

/** The fields of every country. */
const commonEntries = {
  organisation: v.pipe(v.string(), v.transform(removePlaceholder)),
  ...nameEntries,
  email: emailSchema,
  password: newPasswordSchema,
  workFrom: choiceSchema,
  numberOfPeople: numberOfPeopleSchema,
  youngFemale: choiceSchema,
  sportType: choiceSchema,
  mktChannel: choiceSchema,
  // A form's data does not contain an unticked checkbox.
  legalAge: v.pipe(v.optional(v.string(), ''), v.literal<'on', MessageId>('on', 'signUp.legalAgeNeeded')),
  emailConsent: v.optional(v.literal('on')),
}

/**
 * Creates the schema of all countries but the United States. It converts the fields of the form to the input
 * of a sign-up. `serviceId` is the id of the locale's newsletter. If there is one, the input contains whether
 * the coach subscribes.
 */
const createSignUpSchema = (serviceId: string | undefined) =>
  v.pipe(
    v.object({
      ...commonEntries,
      job: choiceSchema,
      partner: partnerSchema,
      newsletter: v.optional(v.literal('on')),
    }),
    v.transform((values): SignUpInput => {
      const { email, password, firstName, lastName, emailConsent, newsletter, ...otherValues } = values
      // The schema requires the tick `legalAge`, so the input does not have to contain it.
      const { legalAge: _legalAge, ...registration } = otherValues
      const optIn = newsletter !== undefined
      return {
        email,
        password,
        firstName,
        lastName,
        registration,
        emailConsent: emailConsent !== undefined,
        ...(serviceId === undefined ? {} : { subscriptions: [{ serviceId, optIn }] }),
      }
    }),
  )

/** Removes spaces and letter case from a text, for comparison. */
const normalize = (text: string): string => text.replaceAll(' ', '').toLowerCase()

/** The answer that names no organisation. */
const otherOrganisation = 'Other'

/** Converts job and organisation from the survey profile to the registration values of other countries. */
export const toRegistrationWork = (answers: SurveyAnswers): { job: string; partner: string } => {
  // Registration values are the English texts of the answers. `where` is the organisation.
  const job = findSurveyAnswer('job', answers.job ?? '')?.en ?? ''
  const where = findSurveyAnswer('where', answers.where ?? '')?.en ?? ''
  return {
    job: jobs.find((value) => normalize(value) === normalize(job)) ?? '',
    partner: where === otherOrganisation ? '' : where,
  }
}

/**
 * The fields in the United States. Job and organisation come from the survey profile, and there is a second
 * optional consent.
 */
const loyaltySignUpSchema = v.pipe(
  v.object({ ...commonEntries, ...surveyProfileEntries, partnerConsent: v.optional(v.literal('on')) }),
  v.transform((values): SignUpInput => {
    const { email, password, firstName, lastName, emailConsent, partnerConsent } = values
    const { organisation, workFrom, numberOfPeople, youngFemale, sportType, mktChannel } = values
    const survey = toSurveyProfileAnswers(values)
    const registration = { organisation, workFrom, numberOfPeople, youngFemale, sportType, mktChannel }
    return {
      email,
      password,
      firstName,
      lastName,
      registration: { ...registration, ...toRegistrationWork(survey) },
      emailConsent: emailConsent !== undefined,
      partnerConsent: partnerConsent !== undefined,
      survey,
    }
  }),
)

/** Returns the schema of the sign-up form of a locale. */
export const getSignUpSchema = ({ auth, newsletter }: Locale): v.GenericSchema<unknown, SignUpInput> =>
  auth.kind === 'loyalty' ? loyaltySignUpSchema : createSignUpSchema(newsletter)
