import * as v from 'valibot'
import { codeLength } from '../../account/account.ts'
import { looksLikeEmail } from '../../account/looks-like-email.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { isPrintable, printedName } from '../../lib/printed-name.ts'
import { typedCode } from '../../lib/typed-code.ts'
import { atMost, check, fieldText, required, requiredText } from '../../ui/form/checks.ts'
import { passwordRules } from './password-rules.ts'

/** A name as it can be printed, of up to `most` characters: the rule of the product API for the name on a certificate. */
export const nameText = (most: number) =>
  v.pipe(
    v.string(),
    v.transform(printedName),
    requiredText,
    atMost(most),
    check(isPrintable, 'form.nameCharacters'),
  )

/** The name of a coach. */
export const nameEntries = { firstName: nameText(200), lastName: nameText(200) }

/** What a chat, an editor or a link leaves around an address: marks of the writing direction, a byte order mark, `mailto:`, `<…>`. */
const cleanEmail = (text: string): string =>
  text
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(/^<(.*)>$/, '$1')
    .replace(/^mailto:\s*([^?]*).*$/i, '$1')

/** An email address as a coach types or pastes it. */
export const emailText = v.pipe(
  fieldText,
  v.transform(cleanEmail),
  required,
  check(looksLikeEmail, 'errorMessage.authEmailValid'),
)

/** The code of an email; `message` says that it has another length. */
export const codeText = (message: MessageId) =>
  v.pipe(v.string(), v.transform(typedCode), v.length<string, number, MessageId>(codeLength, message))

/**
 * The password of an account. Keyboards write an accent with its letter or after it: both are one password. No pool takes
 * a space at an end, which a person cannot see.
 */
export const passwordText = v.pipe(
  required,
  check((password) => !/^[\s\p{Cf}]|[\s\p{Cf}]$/u.test(password), 'errorMessage.passwordSpaces'),
  v.normalize('NFC'),
)

/** A password that a user pool takes. */
export const newPassword = v.pipe(
  passwordText,
  check((password) => passwordRules.every(({ isMet }) => isMet(password)), 'errorMessage.passwordTooWeak'),
)
