import * as v from 'valibot'
import type { MessageId } from '../../i18n/message-id.ts'

/** What a user pool asks of a password, each rule with its words. */
export const passwordRules = [
  { words: 'signUp.rule.length', isMet: (password) => password.length >= 8 },
  { words: 'signUp.rule.lower', isMet: (password) => /[a-z]/.test(password) },
  { words: 'signUp.rule.upper', isMet: (password) => /[A-Z]/.test(password) },
  { words: 'signUp.rule.number', isMet: (password) => /[0-9]/.test(password) },
  // Cognito's own list of symbols; an accent or an emoji is none of them.
  {
    words: 'signUp.rule.symbol',
    isMet: (password) => /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]/.test(password),
  },
] as const satisfies readonly { words: MessageId; isMet: (password: string) => boolean }[]

/** A password that a user pool takes. Spaces at its ends are refused there, and hard to see for a person. */
export const newPassword = v.pipe(
  v.string(),
  v.nonEmpty('empty'),
  v.check((password) => password === password.trim(), 'spaces'),
  v.check((password) => passwordRules.every(({ isMet }) => isMet(password)), 'weak'),
)

/** What a form says about a password that none takes. */
export const newPasswordMessages = {
  empty: 'common.fieldRequired',
  spaces: 'errorMessage.passwordSpaces',
  weak: 'errorMessage.passwordTooWeak',
} as const satisfies Record<string, MessageId>
