import * as v from 'valibot'
import type { SignUpInput } from '../../auth/auth.ts'
import { looksLikeEmail } from '../../auth/looks-like-email.ts'
import { numberOfPeople } from '../../contract/shapes.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { isStrongPassword } from './password-rules.ts'
import { withoutPlaceholder } from './without-placeholder.ts'

const longest = 200
const filled = v.pipe(v.string(), v.trim(), v.nonEmpty('empty'), v.maxLength(longest, 'long'))
const chosen = v.pipe(v.string(), v.transform(withoutPlaceholder), v.nonEmpty('empty'))

/** What the sign-up screen asks for, and what it hands on. */
export const signUpForm = v.pipe(
  v.object({
    organisation: v.pipe(v.string(), v.transform(withoutPlaceholder)),
    firstName: filled,
    lastName: filled,
    email: v.pipe(v.string(), v.trim(), v.nonEmpty('empty'), v.check(looksLikeEmail, 'email')),
    password: v.pipe(v.string(), v.nonEmpty('empty'), v.check(isStrongPassword, 'weak')),
    job: chosen,
    workFrom: chosen,
    partner: v.pipe(v.string(), v.trim(), v.maxLength(longest, 'long')),
    numberOfPeople: v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^[+-]?\d{1,9}$/, 'number'),
      v.transform(Number),
      numberOfPeople,
    ),
    youngFemale: chosen,
    sportType: chosen,
    mktChannel: chosen,
    // A box that is not ticked is not in the form's data at all.
    legalAge: v.pipe(v.optional(v.string(), ''), v.literal('on', 'unticked')),
    emailConsent: v.optional(v.literal('on')),
  }),
  v.transform(
    ({
      email,
      password,
      firstName,
      lastName,
      legalAge: _told,
      emailConsent,
      ...registration
    }): SignUpInput => ({
      email,
      password,
      firstName,
      lastName,
      registration,
      emailConsent: emailConsent !== undefined,
    }),
  ),
)

export const signUpWords = {
  empty: 'common.fieldRequired',
  long: 'error.tooLarge',
  email: 'errorMessage.authEmailValid',
  weak: 'errorMessage.passwordTooWeak',
  number: 'signUp.numberOfPeopleHint',
  unticked: 'signUp.legalAgeNeeded',
} as const satisfies Record<string, MessageId>
