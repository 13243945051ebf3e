import * as v from 'valibot'
import { codeLength } from '../../account/code-length.ts'
import { looksLikeEmail } from '../../account/looks-like-email.ts'
import type { MessageId } from '../../i18n/message-id.ts'

/** What the verification screen asks for. A code is often copied with spaces in and around it. */
export const verifyForm = v.object({
  email: v.pipe(v.string(), v.trim(), v.nonEmpty('empty'), v.check(looksLikeEmail, 'email')),
  code: v.pipe(
    v.string(),
    v.transform((text) => text.replaceAll(/\s/g, '')),
    v.length(codeLength, 'code'),
  ),
})

export const verifyMessages = {
  empty: 'common.fieldRequired',
  email: 'errorMessage.authEmailValid',
  code: 'errorMessage.authCodeverify',
} as const satisfies Record<string, MessageId>
