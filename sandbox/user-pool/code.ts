import { randomInt } from 'node:crypto'
import { AwsError } from '../aws-json/aws-error.ts'
import { type CodePurpose, composeCodeEmail } from '../mailbox/code-email.ts'
import type { Code, User } from './pool-state.ts'
import type { PoolDefinition } from '../shared/settings.ts'
import type { DeliverEmail } from '../mailbox/message.ts'
import type { UserStore } from './user-store.ts'

/** Lifetime of a code in ms, as in Cognito. */
const codeLifetime = { confirmation: 24 * 3_600_000, reset: 3_600_000 } as const satisfies Record<
  CodePurpose,
  number
>

/** Creates a code that differs from the one it replaces. */
const createCode = (purpose: CodePurpose, replaced: Code | undefined, now: number): Code => {
  const digits = String(randomInt(1_000_000)).padStart(6, '0')
  if (digits === replaced?.digits) return createCode(purpose, replaced, now)
  return { digits, expiresAt: now + codeLifetime[purpose] }
}

/** Throws if the code is missing, expired or different. */
export const assertCode = (code: Code | undefined, digits: string, now: number) => {
  if (!code || code.expiresAt <= now) {
    throw new AwsError('ExpiredCodeException', 'Invalid code provided, please request a code again.')
  }
  if (code.digits !== digits) {
    throw new AwsError('CodeMismatchException', 'Invalid verification code provided, please try again.')
  }
}

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
