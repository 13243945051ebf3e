import * as v from 'valibot'
import { defineOperation } from '../../aws-json/operation.ts'
import { openAttempt } from '../challenges/attempt.ts'
import { verifyPasskey, selectFirstFactor } from '../challenges/first-factor.ts'
import { setUpFactor } from '../challenges/factor-setup.ts'
import { startDeviceSrp, verifyDevice } from '../challenges/device-password.ts'
import { verifyFactorCode, selectFactor } from '../challenges/second-factor.ts'
import { setNewPassword } from '../challenges/set-new-password.ts'
import { verifyPassword } from '../challenges/verify-password.ts'
import type { UserPool } from '../create-user-pool.ts'
import { signedCredentialSchema } from '../passkeys/check-passkey.ts'
import type { UserPools } from '../user-pools.ts'
import * as memberSchemas from './member-schemas.ts'

/** Creates the schema of the response to a challenge that has a session. */
const createResponseSchema = <const Name extends string, const Members extends v.ObjectEntries>(
  name: Name,
  members: Members,
) =>
  v.object({
    ClientId: memberSchemas.clientId,
    ChallengeName: v.literal(name),
    Session: memberSchemas.session,
    ChallengeResponses: v.objectWithRest({ USERNAME: memberSchemas.username, ...members }, v.string()),
  })

/** The key of the device, for a client that runs on a device which the pool remembers. */
const deviceEntries = { DEVICE_KEY: v.optional(memberSchemas.deviceKey) }
/** The passkey's credential, as a JSON string. */
const credentialSchema = v.pipe(v.string(), v.parseJson(), signedCredentialSchema)

const respondInputSchema = v.variant('ChallengeName', [
  // This challenge has no session: `PASSWORD_CLAIM_SECRET_BLOCK` identifies it.
  v.object({
    ClientId: memberSchemas.clientId,
    ChallengeName: v.literal('PASSWORD_VERIFIER'),
    ChallengeResponses: v.object({
      USERNAME: memberSchemas.username,
      PASSWORD_CLAIM_SECRET_BLOCK: v.string(),
      PASSWORD_CLAIM_SIGNATURE: v.string(),
      TIMESTAMP: v.string(),
      DEVICE_KEY: v.optional(memberSchemas.deviceKey),
    }),
  }),
  createResponseSchema('SELECT_CHALLENGE', {
    ANSWER: v.string(),
    SRP_A: v.optional(memberSchemas.srpA),
    PASSWORD: v.optional(memberSchemas.password),
  }),
  createResponseSchema('WEB_AUTHN', { CREDENTIAL: credentialSchema }),
  createResponseSchema('NEW_PASSWORD_REQUIRED', { NEW_PASSWORD: memberSchemas.password }),
  createResponseSchema('SOFTWARE_TOKEN_MFA', {
    SOFTWARE_TOKEN_MFA_CODE: memberSchemas.code,
    ...deviceEntries,
  }),
  createResponseSchema('EMAIL_OTP', { EMAIL_OTP_CODE: memberSchemas.code, ...deviceEntries }),
  createResponseSchema('SMS_MFA', { SMS_MFA_CODE: memberSchemas.code, ...deviceEntries }),
  createResponseSchema('SELECT_MFA_TYPE', { ANSWER: v.string() }),
  createResponseSchema('MFA_SETUP', { EMAIL: v.optional(v.string()) }),
  createResponseSchema('DEVICE_SRP_AUTH', { DEVICE_KEY: memberSchemas.deviceKey, SRP_A: memberSchemas.srpA }),
  createResponseSchema('DEVICE_PASSWORD_VERIFIER', {
    DEVICE_KEY: memberSchemas.deviceKey,
    PASSWORD_CLAIM_SECRET_BLOCK: v.string(),
    PASSWORD_CLAIM_SIGNATURE: v.string(),
    TIMESTAMP: v.string(),
  }),
])

type Request = v.InferOutput<typeof respondInputSchema>

/** Responds to a challenge that has a session, which is every challenge except PASSWORD_VERIFIER. */
const respondToChallenge = (
  pool: UserPool,
  request: Exclude<Request, { ChallengeName: 'PASSWORD_VERIFIER' }>,
): Promise<object> => {
  const session = { sessionId: request.Session, username: request.ChallengeResponses.USERNAME }
  switch (request.ChallengeName) {
    case 'SELECT_CHALLENGE': {
      const { ANSWER, SRP_A, PASSWORD } = request.ChallengeResponses
      const attempt = openAttempt(pool, request.ChallengeName, session)
      return selectFirstFactor(attempt, { ANSWER, SRP_A, PASSWORD })
    }
    case 'WEB_AUTHN': {
      const { CREDENTIAL } = request.ChallengeResponses
      return verifyPasskey(openAttempt(pool, request.ChallengeName, session), CREDENTIAL)
    }
    case 'NEW_PASSWORD_REQUIRED': {
      const { NEW_PASSWORD, ...otherResponses } = request.ChallengeResponses
      return setNewPassword(openAttempt(pool, request.ChallengeName, session), NEW_PASSWORD, otherResponses)
    }
    case 'SELECT_MFA_TYPE': {
      const { ANSWER } = request.ChallengeResponses
      return selectFactor(openAttempt(pool, request.ChallengeName, session), ANSWER)
    }
    case 'SOFTWARE_TOKEN_MFA': {
      const { SOFTWARE_TOKEN_MFA_CODE, DEVICE_KEY } = request.ChallengeResponses
      return verifyFactorCode(
        openAttempt(pool, request.ChallengeName, session),
        SOFTWARE_TOKEN_MFA_CODE,
        DEVICE_KEY,
      )
    }
    case 'EMAIL_OTP': {
      const { EMAIL_OTP_CODE, DEVICE_KEY } = request.ChallengeResponses
      return verifyFactorCode(openAttempt(pool, request.ChallengeName, session), EMAIL_OTP_CODE, DEVICE_KEY)
    }
    case 'SMS_MFA': {
      const { SMS_MFA_CODE, DEVICE_KEY } = request.ChallengeResponses
      return verifyFactorCode(openAttempt(pool, request.ChallengeName, session), SMS_MFA_CODE, DEVICE_KEY)
    }
    case 'MFA_SETUP': {
      const { EMAIL } = request.ChallengeResponses
      return setUpFactor(openAttempt(pool, request.ChallengeName, session), EMAIL)
    }
    case 'DEVICE_SRP_AUTH':
      return startDeviceSrp(openAttempt(pool, request.ChallengeName, session), request.ChallengeResponses)
    case 'DEVICE_PASSWORD_VERIFIER':
      return verifyDevice(openAttempt(pool, request.ChallengeName, session), request.ChallengeResponses)
    default:
      return request satisfies never
  }
}

/**
 * RespondToAuthChallenge: every further step of a sign-in. Returns the next challenge with its Session, or
 * `AuthenticationResult` with tokens. Throws NotAuthorizedException for a session that is unknown, used or
 * expired. The files in `challenges/` describe the errors of each challenge.
 */
export const respondToAuthChallenge = (pools: UserPools) =>
  defineOperation(respondInputSchema, async (request) => {
    const pool = pools.getByClientId(request.ClientId)
    return request.ChallengeName === 'PASSWORD_VERIFIER'
      ? verifyPassword(pool, request.ChallengeResponses)
      : respondToChallenge(pool, request)
  })
