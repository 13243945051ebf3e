import type { PoolDefinition } from '../shared/settings.ts'
import { createCode } from './code.ts'
import { composeCodeEmail, type CodePurpose } from '../mailbox/code-email.ts'
import type { DeliverEmail } from '../mailbox/message.ts'
import type { User } from './pool-state.ts'
import type { UserStore } from './user-store.ts'

type Options = {
  users: UserStore
  language: PoolDefinition['language']
  deliver: DeliverEmail
  now: () => number
}

/**
 * Gives a user a new code, which replaces the previous one, and mails it. Returns the destination in
 * Cognito's form.
 */
export const createCodeSender =
  ({ users, language, deliver, now }: Options) =>
  async (user: User, purpose: CodePurpose) => {
    const code = createCode(purpose, user[purpose], now())
    await users.change(user.sub, (current) => ({ ...current, [purpose]: code }))
    await deliver({ to: user.email, ...composeCodeEmail(language, purpose, code.digits) })
    return { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: masked(user.email) }
  }

const masked = (email: string) => {
  const [local = '', domain = ''] = email.split('@')
  return `${local.charAt(0)}***@${domain.charAt(0)}***`
}
