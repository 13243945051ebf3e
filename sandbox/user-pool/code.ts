import { randomInt } from 'node:crypto'
import { AwsError } from '../aws-json/aws-error.ts'
import type { CodePurpose } from '../mailbox/code-email.ts'
import type { Code } from './pool-state.ts'

/** Lifetime of a code in ms, as in Cognito. */
const codeLifetime = { confirmation: 24 * 3_600_000, reset: 3_600_000 } as const satisfies Record<
  CodePurpose,
  number
>

/** Creates a code that differs from the one it replaces. */
export const createCode = (purpose: CodePurpose, replaced: Code | undefined, now: number): Code => {
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
