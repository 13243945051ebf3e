import { randomInt } from 'node:crypto'
import { AwsError } from '../aws-json/aws-error.ts'
import { type CodePurpose, composeCodeEmail } from '../mailbox/code-email.ts'
import type { DeliverEmail } from '../mailbox/message.ts'
import type { PoolDefinition } from '../shared/settings.ts'
import type { Code, User } from './pool-state.ts'
import type { UserStore } from './user-store.ts'

/** The lifetimes of codes are those of Cognito. */
const codeLifetimesMs = { confirmation: 24 * 3_600_000, reset: 3_600_000 } as const satisfies Record<
  CodePurpose,
  number
>

/**
 * Creates a code that differs from the previous one, so that the previous one does not stay valid by chance.
 */
const createCode = (purpose: CodePurpose, previousCode: Code | undefined, now: number): Code => {
  const digits = String(randomInt(1_000_000)).padStart(6, '0')
  if (digits === previousCode?.digits) return createCode(purpose, previousCode, now)
  return { digits, expiresAt: now + codeLifetimesMs[purpose] }
}

/** Throws if there is no code, if it has expired, or if the digits differ. */
export const assertCode = (code: Code | undefined, digits: string, now: number) => {
  if (!code || code.expiresAt <= now) {
    throw new AwsError('ExpiredCodeException', 'Invalid code provided, please request a code again.')
  }
  if (code.digits !== digits) {
    throw new AwsError('CodeMismatchException', 'Invalid verification code provided, please try again.')
  }
}

const maskEmail = (email: string) => {
  const [local = '', domain = ''] = email.split('@')
  return `${local.charAt(0)}***@${domain.charAt(0)}***`
}

type Options = {
  users: UserStore
  language: PoolDefinition['language']
  deliverEmail: DeliverEmail
  now: () => number
}

/**
 * Gives a user a new code, which replaces the previous one, and mails it. Returns the destination in
 * Cognito's format.
 */
export const createCodeSender =
  ({ users, language, deliverEmail, now }: Options) =>
  async (user: User, purpose: CodePurpose) => {
    const code = createCode(purpose, user[purpose], now())
    await users.change(user.sub, (current) => ({ ...current, [purpose]: code }))
    await deliverEmail({ to: user.email, ...composeCodeEmail(language, purpose, code.digits) })
    return { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: maskEmail(user.email) }
  }
