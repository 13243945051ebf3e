import * as v from 'valibot'
import type { SignUpInput } from '../../account/account.ts'
import type { Locale } from '../../config/locales.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { typedEmail, nameEntries, newPassword } from '../../person/form/account-checks.ts'
import { surveyProfileAnswersOf, surveyProfileEntries } from '../../person/form/survey-profile-fields.tsx'
import { numberOfPeopleText } from '../../person/form/people-field.tsx'
import { partnerText } from '../../person/form/partner-field.tsx'
import { required } from '../../ui/form/checks.ts'
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

/** The chosen text, or '' if it is only a placeholder. */
export const withoutPlaceholder = (text: string): string => {
  const chosen = text.trim()
  return placeholders.has(chosen) ? '' : chosen
}

const chosen = v.pipe(v.string(), v.transform(withoutPlaceholder), required)

/** Fields that every country asks for. */
const common = {
  organisation: v.pipe(v.string(), v.transform(withoutPlaceholder)),
  ...nameEntries,
  email: typedEmail,
  password: newPassword,
  workFrom: chosen,
  numberOfPeople: numberOfPeopleText,
  youngFemale: chosen,
  sportType: chosen,
  mktChannel: chosen,
  // A form's data does not contain an unticked checkbox.
  legalAge: v.pipe(v.optional(v.string(), ''), v.literal<'on', MessageId>('on', 'signUp.legalAgeNeeded')),
  emailConsent: v.optional(v.literal('on')),
}

/**
 * The form of the sign-up screen, and the input that it returns; if a newsletter is offered, the input
 * contains the answer.
 */
const signUpForm = (serviceId: string | undefined) =>
  v.pipe(
    v.object({
      ...common,
      job: chosen,
      partner: partnerText,
      newsletter: v.optional(v.literal('on')),
    }),
    v.transform((values): SignUpInput => {
      const { email, password, firstName, lastName, emailConsent, newsletter, ...rest } = values
      const { legalAge: _ticked, ...registration } = rest
      return {
        email,
        password,
        firstName,
        lastName,
        registration,
        emailConsent: emailConsent !== undefined,
        ...(serviceId === undefined
          ? {}
          : { subscriptions: [{ serviceId, optIn: newsletter !== undefined }] }),
      }
    }),
  )

const plain = (text: string): string => text.replaceAll(' ', '').toLowerCase()

/** The answer that names no organisation. */
const otherOrganisation = 'Other'

/** Converts job and organisation from the survey profile to the registration values of other countries. */
export const registrationWork = (answers: SurveyAnswers): { job: string; partner: string } => {
  const job = findSurveyAnswer('job', answers.job ?? '')?.en ?? ''
  const where = findSurveyAnswer('where', answers.where ?? '')?.en ?? ''
  return {
    job: jobs.find((value) => plain(value) === plain(job)) ?? '',
    partner: where === otherOrganisation ? '' : where,
  }
}

/**
 * The form in the United States, where job and organisation come from the survey profile, and there are two
 * consents.
 */
const loyaltySignUpForm = v.pipe(
  v.object({ ...common, ...surveyProfileEntries, partnerConsent: v.optional(v.literal('on')) }),
  v.transform((values): SignUpInput => {
    const { email, password, firstName, lastName, emailConsent, partnerConsent } = values
    const { organisation, workFrom, numberOfPeople, youngFemale, sportType, mktChannel } = values
    const survey = surveyProfileAnswersOf(values)
    const answers = { organisation, workFrom, numberOfPeople, youngFemale, sportType, mktChannel }
    return {
      email,
      password,
      firstName,
      lastName,
      registration: { ...answers, ...registrationWork(survey) },
      emailConsent: emailConsent !== undefined,
      partnerConsent: partnerConsent !== undefined,
      survey,
    }
  }),
)

export const signUpFormOf = ({ auth, newsletter }: Locale): v.GenericSchema<unknown, SignUpInput> =>
  auth.kind === 'loyalty' ? loyaltySignUpForm : signUpForm(newsletter)
