import { AwsError } from '../../aws-json/aws-error.ts'
import { requireDevice } from '../device-tracking.ts'
import { parsePublicValue, verifyPasswordClaim, type PasswordClaim } from '../srp.ts'
import type { Attempt } from './attempt.ts'
import { completeSignIn, createChallengeResponse } from './sign-in-steps.ts'

const createDeviceError = () => new AwsError('NotAuthorizedException', 'Incorrect username or password.')

/**
 * DEVICE_SRP_AUTH: responds with the public value of the server, for the password of the remembered device.
 * Throws NotAuthorizedException for another device, and ResourceNotFoundException if it was forgotten.
 */
export const startDeviceSrp = async (
  { pool, user, sessionId, challenge }: Attempt<'DEVICE_SRP_AUTH'>,
  { DEVICE_KEY: deviceKey, SRP_A }: { DEVICE_KEY: string; SRP_A: string },
): Promise<object> => {
  if (deviceKey !== challenge.deviceKey) throw createDeviceError()
  const { secret } = requireDevice(user, deviceKey)
  if (!secret) throw createDeviceError()
  const A = parsePublicValue(SRP_A)
  pool.challengeSessions.end(sessionId)
  const verifier = BigInt(`0x${secret.verifier}`)
  const { secretBlock, B } = pool.srpChallenges.start({ sub: user.sub, verifier, A })
  return createChallengeResponse(
    pool,
    user,
    { name: 'DEVICE_PASSWORD_VERIFIER', deviceKey },
    {
      USERNAME: user.sub,
      DEVICE_KEY: deviceKey,
      SALT: secret.salt,
      SRP_B: B.toString(16),
      SECRET_BLOCK: secretBlock,
    },
  )
}

/**
 * DEVICE_PASSWORD_VERIFIER: completes the sign-in if the client knows the password of the remembered device.
 * Throws NotAuthorizedException if it does not, and ResourceNotFoundException if the device was forgotten.
 */
export const verifyDevice = (
  { pool, user, sessionId, challenge }: Attempt<'DEVICE_PASSWORD_VERIFIER'>,
  claim: PasswordClaim & { DEVICE_KEY: string },
) => {
  const { deviceKey } = challenge
  pool.challengeSessions.end(sessionId)
  const { groupKey } = requireDevice(user, deviceKey)
  const exchange = pool.srpChallenges.take(claim.PASSWORD_CLAIM_SECRET_BLOCK)
  const isCorrect =
    claim.DEVICE_KEY === deviceKey &&
    exchange?.sub === user.sub &&
    verifyPasswordClaim(exchange, { poolName: groupKey, userId: deviceKey }, claim)
  if (!isCorrect) throw createDeviceError()
  return completeSignIn(pool, user, deviceKey)
}
