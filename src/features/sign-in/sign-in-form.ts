import * as v from 'valibot'
import { looksLikeEmail } from '../../account/looks-like-email.ts'
import type { MessageId } from '../../i18n/message-id.ts'

/** What the sign-in screen asks for. */
export const signInForm = v.object({
  email: v.pipe(v.string(), v.trim(), v.nonEmpty('empty'), v.check(looksLikeEmail, 'email')),
  // A password is taken as it is typed: spaces belong to it.
  password: v.pipe(v.string(), v.nonEmpty('empty')),
})

export const signInMessages = {
  empty: 'common.fieldRequired',
  email: 'errorMessage.authEmailValid',
} as const satisfies Record<string, MessageId>
