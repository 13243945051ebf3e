import * as v from 'valibot'
import { codeLength } from '../../account/account.ts'
import { isEmptyOrEmail } from '../../contract/email-address.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { cleanCode } from '../../lib/text/clean-text.ts'
import { isPrintable, toPrintedName } from '../../lib/text/printed-name.ts'
import {
  announcedCheck,
  atMost,
  check,
  fieldText,
  requiredRawText,
  requiredText,
} from '../../ui/form/field-schemas.ts'

/** A name of up to `maxLength` characters that the product API accepts on a certificate. */
export const createNameSchema = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.transform(toPrintedName),
    requiredText,
    atMost(maxLength),
    check(isPrintable, 'form.nameCharacters'),
  )

export const nameEntries = { firstName: createNameSchema(200), lastName: createNameSchema(200) }

/**
 * Removes what chats, editors and links add to an email address: direction marks, a BOM, `mailto:`, `<…>`.
 */
const cleanEmail = (text: string): string =>
  text
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(/^<(.*)>$/, '$1')
    .replace(/^mailto:\s*([^?]*).*$/i, '$1')

/**
 * An email address as a coach types or pastes it. A wrong one is reported in a toast too (specification §5).
 */
export const emailSchema = v.pipe(
  fieldText,
  v.transform(cleanEmail),
  requiredRawText,
  announcedCheck(isEmptyOrEmail, 'errorMessage.authEmailValid'),
)

/** The code that a coach receives by email. `message` is shown if the length is wrong. */
export const createCodeSchema = (message: MessageId) =>
  v.pipe(v.string(), v.transform(cleanCode), v.length<string, number, MessageId>(codeLength, message))

/**
 * The password of an account. Keyboards encode an accented letter as one character or as two. Normalising
 * makes both the same password. Pools refuse a space at either end, which the user cannot see.
 */
export const passwordSchema = v.pipe(
  requiredRawText,
  check((password) => !/^[\s\p{Cf}]|[\s\p{Cf}]$/u.test(password), 'errorMessage.passwordSpaces'),
  v.normalize('NFC'),
)

/** A user pool's rules for passwords, each with its message. */
export const passwordRules = [
  { message: 'signUp.rule.length', isMet: (password) => password.length >= 8 },
  { message: 'signUp.rule.lower', isMet: (password) => /[a-z]/.test(password) },
  { message: 'signUp.rule.upper', isMet: (password) => /[A-Z]/.test(password) },
  { message: 'signUp.rule.number', isMet: (password) => /[0-9]/.test(password) },
  // Cognito's own list of symbols, which has no accents and no emojis.
  {
    message: 'signUp.rule.symbol',
    isMet: (password) => /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]/.test(password),
  },
] as const satisfies readonly { message: MessageId; isMet: (password: string) => boolean }[]

/** A password that a user pool accepts. */
export const newPasswordSchema = v.pipe(
  passwordSchema,
  check((password) => passwordRules.every(({ isMet }) => isMet(password)), 'errorMessage.passwordTooWeak'),
)
