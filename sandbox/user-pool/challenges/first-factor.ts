import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import { createRequestOptions, findSigningPasskey, listUsablePasskeys } from '../passkeys/check-passkey.ts'
import type { signedCredentialSchema } from '../passkeys/check-passkey.ts'
import type { UserPool } from '../create-user-pool.ts'
import type { User } from '../pool-state.ts'
import { listActiveFactors } from '../second-factors.ts'
import { parsePublicValue } from '../srp.ts'
import { matchesPassword } from '../user-store.ts'
import type { Attempt } from './attempt.ts'
import { completeSignIn, createChallengeResponse } from './sign-in-steps.ts'
import { continueAfterPassword } from './verify-password.ts'

/** The first factors by Cognito's names: the password itself, a proof of it by SRP, and a passkey. */
const firstFactorSchema = v.picklist(['PASSWORD', 'PASSWORD_SRP', 'WEB_AUTHN'])
type FirstFactor = v.InferOutput<typeof firstFactorSchema>

/** What a client sends with the factor that it chooses. */
export type FirstFactorInput = { SRP_A?: string | undefined; PASSWORD?: string | undefined }

/**
 * Starts a sign-in by SRP: sends `B` and the salt of the password. Throws InvalidParameterException for an
 * `A` with which the key would not depend on the password (0 modulo N).
 */
export const startSrp = (pool: UserPool, user: User, srpA: string) => {
  const A = parsePublicValue(srpA)
  const verifier = BigInt(`0x${user.verifier}`)
  const { secretBlock, B } = pool.srpChallenges.start({ sub: user.sub, verifier, A })
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      USERNAME: user.sub,
      USER_ID_FOR_SRP: user.sub,
      SALT: user.salt,
      SRP_B: B.toString(16),
      SECRET_BLOCK: secretBlock,
    },
  }
}

/**
 * Lists the factors with which a user can start to sign in. A passkey counts as a single factor, and Cognito
 * asks for a second factor only after a password. So a user who needs a second factor cannot use a passkey.
 */
const listFirstFactors = (pool: UserPool, user: User): readonly FirstFactor[] => {
  const needsSecondFactor = pool.mfa.get().configuration === 'ON' || listActiveFactors(pool, user).length > 0
  const hasPasskey = !needsSecondFactor && listUsablePasskeys(pool, user).length > 0
  return [...(hasPasskey ? (['WEB_AUTHN'] as const) : []), 'PASSWORD', 'PASSWORD_SRP']
}

const requireMember = (value: string | undefined, name: string): string => {
  if (value !== undefined) return value
  throw new AwsError('InvalidParameterException', `Missing required parameter ${name}`)
}

const startFactor = async (pool: UserPool, user: User, factor: FirstFactor, input: FirstFactorInput) => {
  if (factor === 'WEB_AUTHN') {
    const options = await createRequestOptions(pool, user)
    return createChallengeResponse(
      pool,
      user,
      { name: factor, challenge: options.challenge },
      { CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(options) },
    )
  }
  if (factor === 'PASSWORD_SRP') return startSrp(pool, user, requireMember(input.SRP_A, 'SRP_A'))
  const password = requireMember(input.PASSWORD, 'PASSWORD')
  return continueAfterPassword(pool, user, { isCorrect: matchesPassword(pool.name, user, password) })
}

/**
 * USER_AUTH: starts the factor that the client prefers. If the user does not have it, or the client prefers
 * none, lets the client choose (SELECT_CHALLENGE).
 */
export const startUserAuth = async (
  pool: UserPool,
  user: User,
  { preferred, ...input }: FirstFactorInput & { preferred?: string | undefined },
): Promise<object> => {
  const available = listFirstFactors(pool, user)
  const factor = available.find((name) => name === preferred)
  if (factor) return startFactor(pool, user, factor, input)
  const response = createChallengeResponse(pool, user, { name: 'SELECT_CHALLENGE' })
  return { ...response, AvailableChallenges: available }
}

/** SELECT_CHALLENGE: starts the chosen factor. Throws InvalidParameterException if the user does not have it. */
export const selectFirstFactor = async (
  { pool, user, sessionId }: Attempt<'SELECT_CHALLENGE'>,
  { ANSWER, ...input }: FirstFactorInput & { ANSWER: string },
): Promise<object> => {
  const factor = listFirstFactors(pool, user).find((name) => name === ANSWER)
  if (!factor) throw new AwsError('InvalidParameterException', `${ANSWER} is not an available challenge.`)
  pool.lockout.assertUnlocked(user.sub)
  pool.challengeSessions.end(sessionId)
  return startFactor(pool, user, factor, input)
}

/**
 * WEB_AUTHN: completes the sign-in of a user whose passkey has signed the challenge. Each challenge accepts
 * one response, correct or wrong. Throws NotAuthorizedException for a wrong one, and if the pool or the user
 * has turned passkeys off, or a second factor on, since the challenge.
 */
export const verifyPasskey = async (
  { pool, user, sessionId, challenge }: Attempt<'WEB_AUTHN'>,
  credential: v.InferOutput<typeof signedCredentialSchema>,
) => {
  pool.challengeSessions.end(sessionId)
  const passkey =
    listFirstFactors(pool, user).includes(challenge.name) &&
    (await findSigningPasskey(pool, user, { credential, challenge: challenge.challenge }))
  if (!passkey) throw new AwsError('NotAuthorizedException', 'The WebAuthn credential is not valid.')
  await pool.users.change(user.sub, (current) => ({
    ...current,
    passkeys: (current.passkeys ?? []).map((stored) => (stored.id === passkey.id ? passkey : stored)),
  }))
  return completeSignIn(pool, user)
}
