import type { MessageId } from '../../i18n/message-id.ts'

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
