import * as v from 'valibot'
import { codeLength } from '../../account/code-length.ts'
import { looksLikeEmail } from '../../account/looks-like-email.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { newPassword, newPasswordMessages } from '../../person/form/password-rules.ts'

/** Whose password is to be reset. */
export const requestForm = v.object({
  email: v.pipe(v.string(), v.trim(), v.nonEmpty('empty'), v.check(looksLikeEmail, 'email')),
})

/** The code of the e-mail, often copied with spaces in and around it, and the new password. */
export const resetForm = v.object({
  code: v.pipe(
    v.string(),
    v.transform((text) => text.replaceAll(/\s/g, '')),
    v.length(codeLength, 'code'),
  ),
  password: newPassword,
})

export const forgotPasswordWords = {
  ...newPasswordMessages,
  email: 'errorMessage.authEmailValid',
  code: 'errorMessage.authCodeInsert',
} as const satisfies Record<string, MessageId>
