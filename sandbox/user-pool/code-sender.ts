import type { PoolDefinition } from '../shared/pools.ts'
import { createCode } from './code.ts'
import type { CodePurpose } from './code.ts'
import { composeCodeEmail } from './code-email.ts'
import type { User } from './pool-state.ts'
import type { UserStore } from './user-store.ts'

export type DeliverEmail = (email: {
  to: string
  subject: string
  text: string
  language: string
  code: string
}) => Promise<void>

type Options = {
  users: UserStore
  language: PoolDefinition['language']
  deliver: DeliverEmail
  now: () => number
}

/** Gives a user a new code, which replaces the one before, and mails it. Answers where it went, as Cognito words it. */
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
