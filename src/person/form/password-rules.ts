import type { MessageId } from '../../i18n/message-id.ts'

/** What a user pool asks of a password, each rule with its message. */
export const passwordRules = [
  { message: 'signUp.rule.length', isMet: (password) => password.length >= 8 },
  { message: 'signUp.rule.lower', isMet: (password) => /[a-z]/.test(password) },
  { message: 'signUp.rule.upper', isMet: (password) => /[A-Z]/.test(password) },
  { message: 'signUp.rule.number', isMet: (password) => /[0-9]/.test(password) },
  // Cognito's own list of symbols; an accent or an emoji is none of them.
  {
    message: 'signUp.rule.symbol',
    isMet: (password) => /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]/.test(password),
  },
] as const satisfies readonly { message: MessageId; isMet: (password: string) => boolean }[]
