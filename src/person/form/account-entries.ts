import * as v from 'valibot'
import { codeLength } from '../../account/account.ts'
import { looksLikeEmail } from '../../account/looks-like-email.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { printedName } from '../../lib/printed-name.ts'
import { atMost, check, requiredText } from '../../ui/form/checks.ts'

/** A name as it can be printed, of up to `most` characters. */
export const nameText = (most: number) =>
  v.pipe(v.string(), v.transform(printedName), requiredText, atMost(most))

/** The name of a coach. */
export const nameEntries = { firstName: nameText(200), lastName: nameText(200) }

/** An email address as a coach types it. */
export const emailText = v.pipe(requiredText, check(looksLikeEmail, 'errorMessage.authEmailValid'))

/** The code of an email, often copied with spaces in and around it; `message` says that it has another length. */
export const codeText = (message: MessageId) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.replaceAll(/\s/g, '')),
    v.length<string, number, MessageId>(codeLength, message),
  )
