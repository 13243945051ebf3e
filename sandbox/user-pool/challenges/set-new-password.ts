import { AwsError } from '../../aws-json/aws-error.ts'
import { listMissingAttributes, listPresentAttributes, readAttributes } from '../attributes.ts'
import { assertPasswordPolicy } from '../password-policy.ts'
import { createVerifier } from '../user-store.ts'
import type { Attempt } from './attempt.ts'
import { createInvalidSessionError } from './challenge-sessions.ts'
import { continueSignIn } from './sign-in-steps.ts'

const attributePrefix = 'userAttributes.'

/**
 * Replaces a temporary password. `responses` may contain attributes as `userAttributes.given_name`. Throws
 * InvalidPasswordException for a password that breaks the policy, InvalidParameterException if a required
 * attribute is missing, and NotAuthorizedException for an attribute that the user may not write or already
 * has. The session stays usable after each of these.
 */
export const setNewPassword = async (
  { pool, user, sessionId }: Attempt<'NEW_PASSWORD_REQUIRED'>,
  newPassword: string,
  responses: Readonly<Record<string, string>>,
) => {
  // Another sign-in may have set a password since the challenge.
  if (user.status !== 'FORCE_CHANGE_PASSWORD') throw createInvalidSessionError()
  assertPasswordPolicy(newPassword)

  const newAttributes = Object.entries(responses)
    .filter(([name]) => name.startsWith(attributePrefix))
    .map(([name, Value]) => ({ Name: name.slice(attributePrefix.length), Value }))
  const present = newAttributes.find(({ Name }) => listPresentAttributes(user).includes(Name))
  if (present) {
    throw new AwsError('NotAuthorizedException', `Cannot modify an already provided ${present.Name}`)
  }
  const attributes = { ...user.attributes, ...readAttributes(newAttributes) }
  const [missing] = listMissingAttributes({ attributes })
  if (missing !== undefined) {
    throw new AwsError('InvalidParameterException', `Invalid attributes given, ${missing} is missing`)
  }

  pool.challengeSessions.end(sessionId)
  const { temporaryPasswordExpiresAt: _ended, ...rest } = user
  const confirmed = {
    ...rest,
    ...createVerifier(pool.name, user.sub, newPassword),
    attributes,
    status: 'CONFIRMED',
  } as const
  await pool.users.change(user.sub, () => confirmed)
  return continueSignIn(pool, confirmed)
}
