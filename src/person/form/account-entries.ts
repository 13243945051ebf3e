import * as v from 'valibot'
import { codeLength } from '../../account/account.ts'
import { looksLikeEmail } from '../../account/looks-like-email.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { atMost, check, requiredText } from '../../ui/form/checks.ts'

const name = v.pipe(requiredText, atMost(200))

/** The name of a coach. */
export const nameEntries = { firstName: name, lastName: name }

/** An email address as a coach types it. */
export const emailText = v.pipe(requiredText, check(looksLikeEmail, 'errorMessage.authEmailValid'))

/** The code of an email, often copied with spaces in and around it; `message` says that it has another length. */
export const codeText = (message: MessageId) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.replaceAll(/\s/g, '')),
    v.length<string, number, MessageId>(codeLength, message),
  )
