import { randomInt } from 'node:crypto'
import { AwsError } from '../aws-json/aws-error.ts'
import { type CodePurpose, composeCodeEmail } from '../mailbox/code-email.ts'
import type { DeliverEmail } from '../mailbox/message.ts'
import type { PoolDefinition } from '../shared/settings.ts'
import type { Code, User } from './pool-state.ts'
import type { UserStore } from './user-store.ts'

/** The lifetimes of codes are those of Cognito. */
const codeLifetimesMs = { confirmation: 24 * 3_600_000, reset: 3_600_000 } as const
/** The codes that are stored with the user. */
type StoredCode = keyof typeof codeLifetimesMs

/** Creates the six digits of a code. */
export const createDigits = () => String(randomInt(1_000_000)).padStart(6, '0')

/**
 * Creates a code that differs from the previous one, so that the previous one does not stay valid by chance.
 */
const createCode = (purpose: StoredCode, previousCode: Code | undefined, now: number): Code => {
  const digits = createDigits()
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

/** Masks an email address as Cognito does: `a***@e***`. */
export const maskEmail = (email: string) => {
  const [local = '', domain = ''] = email.split('@')
  return `${local.charAt(0)}***@${domain.charAt(0)}***`
}
/** Masks a phone number as Cognito does: `+*******1234`. */
export const maskPhone = (phone: string) => `+*******${phone.slice(-4)}`

/** `to` is an email address, or the phone number of a text message. */
type Delivery = { to: string; purpose: CodePurpose; code: string }

/** Composes messages with codes in the language of a pool. Text messages go to the mailbox too. */
export const createCodeDelivery =
  (language: PoolDefinition['language'], deliverEmail: DeliverEmail) =>
  ({ to, purpose, code }: Delivery) =>
    deliverEmail({ to, ...composeCodeEmail(language, purpose, code) })

type Options = {
  users: UserStore
  deliverCode: ReturnType<typeof createCodeDelivery>
  now: () => number
}

/**
 * Gives a user a new code, which replaces the previous one, and mails it. Returns the destination in
 * Cognito's format.
 */
export const createCodeSender =
  ({ users, deliverCode, now }: Options) =>
  async (user: User, purpose: StoredCode) => {
    const code = createCode(purpose, user[purpose], now())
    await users.change(user.sub, (current) => ({ ...current, [purpose]: code }))
    await deliverCode({ to: user.email, purpose, code: code.digits })
    return { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: maskEmail(user.email) }
  }
