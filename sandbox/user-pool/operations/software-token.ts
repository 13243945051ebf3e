import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import { defineOperation } from '../../aws-json/operation.ts'
import { authenticate } from '../authenticate.ts'
import { openAttempt } from '../challenges/attempt.ts'
import { createInvalidSessionError } from '../challenges/challenge-sessions.ts'
import type { UserPool } from '../create-user-pool.ts'
import type { User } from '../pool-state.ts'
import { listActiveFactors, listOfferedFactors } from '../second-factors.ts'
import { createTotpSecret, findTotpStep } from '../totp.ts'
import type { UserPools } from '../user-pools.ts'
import * as memberSchemas from './member-schemas.ts'

const createTokenNotFoundError = (message: string) =>
  new AwsError('SoftwareTokenMFANotFoundException', message)

const assertOffersSoftwareToken = (pool: UserPool) => {
  if (listOfferedFactors(pool).includes('SOFTWARE_TOKEN_MFA')) return
  throw createTokenNotFoundError('Software Token MFA has not been enabled by the userPool')
}

/** Returns the sign-in that waits for the set-up of a factor. These calls name no client and no user. */
const openSetUp = (pools: UserPools, sessionId: string) => {
  const pool = pools.all.find(({ challengeSessions }) => challengeSessions.has(sessionId))
  if (!pool) throw createInvalidSessionError()
  const attempt = openAttempt(pool, 'MFA_SETUP', { sessionId })
  // Another sign-in has set one up meanwhile.
  if (listActiveFactors(pool, attempt.user).length > 0) throw createInvalidSessionError()
  return attempt
}

/** Either a signed-in user or a sign-in with the challenge MFA_SETUP. */
const callerSchema = v.union(
  [v.object({ Session: memberSchemas.session }), memberSchemas.accessTokenInput],
  'Member must have AccessToken or Session',
)

/**
 * AssociateSoftwareToken: creates the secret of an authenticator app. An app that the user has already
 * verified works until the new one is verified. In a sign-in returns a new Session, and the previous one is
 * used up. Throws SoftwareTokenMFANotFoundException if the pool does not offer this factor.
 */
export const associateSoftwareToken = (pools: UserPools) =>
  defineOperation(callerSchema, async (request) => {
    const secret = createTotpSecret()
    if ('Session' in request) {
      const { pool, user, sessionId } = openSetUp(pools, request.Session)
      assertOffersSoftwareToken(pool)
      pool.challengeSessions.end(sessionId)
      const session = pool.challengeSessions.start(user.sub, { name: 'MFA_SETUP', secret })
      return { SecretCode: secret, Session: session }
    }
    const { pool, user } = await authenticate(pools, request.AccessToken)
    assertOffersSoftwareToken(pool)
    await pool.users.change(user.sub, (current) => ({ ...current, pendingTotpSecret: secret }))
    return { SecretCode: secret }
  })

type FirstCode = { secret: string | undefined; code: string; now: number }

/**
 * Returns the verified authenticator app of a user, with its first code as used. Throws if the code is wrong.
 */
const verifyFirstCode = ({ secret, code, now }: FirstCode): NonNullable<User['totp']> => {
  if (secret === undefined) throw createTokenNotFoundError('User has not set up software token mfa')
  const step = findTotpStep(secret, code, now)
  if (step !== undefined) return { secret, usedSteps: [step] }
  throw new AwsError('EnableSoftwareTokenMFAException', 'Code mismatch and fail enable Software Token MFA')
}

const storeTotp = (pool: UserPool, user: User, totp: User['totp']) =>
  pool.users.change(user.sub, ({ pendingTotpSecret: _verified, ...rest }) => ({ ...rest, totp }))

const userCode = { UserCode: memberSchemas.code }
const verifyInputSchema = v.union(
  [
    v.object({ Session: memberSchemas.session, ...userCode }),
    v.object({ ...memberSchemas.accessTokenInput.entries, ...userCode }),
  ],
  'Member must have UserCode, and AccessToken or Session',
)

/**
 * VerifySoftwareToken: verifies the authenticator app of AssociateSoftwareToken with its first code. A
 * signed-in user enables it afterwards with SetUserMFAPreference. In a sign-in returns a new Session, with
 * which the challenge MFA_SETUP is answered. Throws EnableSoftwareTokenMFAException for a wrong code, after
 * which the Session stays usable, and SoftwareTokenMFANotFoundException without AssociateSoftwareToken.
 */
export const verifySoftwareToken = (pools: UserPools) =>
  defineOperation(verifyInputSchema, async (request) => {
    const code = request.UserCode
    if ('Session' in request) {
      const { pool, user, sessionId, challenge } = openSetUp(pools, request.Session)
      assertOffersSoftwareToken(pool)
      const totp = verifyFirstCode({ secret: challenge.secret, code, now: pool.now() })
      pool.challengeSessions.end(sessionId)
      await storeTotp(pool, user, totp)
      const session = pool.challengeSessions.start(user.sub, { name: 'MFA_SETUP', verified: true })
      return { Status: 'SUCCESS', Session: session }
    }
    const { pool, user } = await authenticate(pools, request.AccessToken)
    assertOffersSoftwareToken(pool)
    const totp = verifyFirstCode({ secret: user.pendingTotpSecret, code, now: pool.now() })
    await storeTotp(pool, user, totp)
    return { Status: 'SUCCESS' }
  })
