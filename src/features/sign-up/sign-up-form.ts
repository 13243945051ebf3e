import * as v from 'valibot'
import type { SignUpInput } from '../../account/account.ts'
import type { Locale } from '../../config/locales.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { emailText, nameEntries, newPassword } from '../../person/form/account-entries.ts'
import { surveyProfileAnswersOf, surveyProfileEntries } from '../../person/form/survey-profile-fields.tsx'
import { numberOfPeopleText } from '../../person/form/people-field.tsx'
import { partnerText } from '../../person/form/partner-field.tsx'
import { required } from '../../ui/form/checks.ts'
import { withoutPlaceholder } from './without-placeholder.ts'
import { registrationWork } from './registration-work.ts'

const chosen = v.pipe(v.string(), v.transform(withoutPlaceholder), required)

/** Fields that every country asks for. */
const common = {
  organisation: v.pipe(v.string(), v.transform(withoutPlaceholder)),
  ...nameEntries,
  email: emailText,
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
