import { AwsError } from '../../aws-json/aws-error.ts'
import { listMissingAttributes, toAttributes } from '../attributes.ts'
import { createDigits, maskEmail, maskPhone } from '../code-sender.ts'
import type { UserPool } from '../create-user-pool.ts'
import { recordDevice, replacesFactor, requireDevice } from '../device-tracking.ts'
import type { Factor, User } from '../pool-state.ts'
import { listActiveFactors, listOfferedFactors } from '../second-factors.ts'
import type { Challenge } from './challenge-sessions.ts'

/** Creates the response that asks for the next step of a sign-in. */
export const createChallengeResponse = (
  pool: UserPool,
  user: User,
  challenge: Challenge,
  parameters: Record<string, string> = {},
) => ({
  ChallengeName: challenge.name,
  Session: pool.challengeSessions.start(user.sub, challenge),
  ChallengeParameters: { USER_ID_FOR_SRP: user.sub, ...parameters },
})

/** Ends a sign-in with tokens. `deviceKey` is absent if the client does not name a device of the user. */
export const completeSignIn = async (pool: UserPool, user: User, deviceKey?: string) => {
  const { key, groupKey, isNew = false } = await recordDevice(pool, user, deviceKey)
  const { session, refreshToken } = await pool.sessions.open(user.sub, { deviceKey: key })
  const tokens = await pool.issueTokens(user, session)
  const newDevice = isNew && { NewDeviceMetadata: { DeviceKey: key, DeviceGroupKey: groupKey } }
  return {
    AuthenticationResult: { ...tokens, RefreshToken: refreshToken, ...newDevice },
    ChallengeParameters: {},
  }
}

/** Sends a code by email or as a text message, and asks for it. */
export const startCodeChallenge = async (
  pool: UserPool,
  user: User,
  { name, shouldEnableFactor = false }: { name: 'EMAIL_OTP' | 'SMS_MFA'; shouldEnableFactor?: boolean },
) => {
  const code = createDigits()
  const phone = user.attributes['phone_number'] ?? ''
  const { to, medium, destination } =
    name === 'EMAIL_OTP'
      ? { to: user.email, medium: 'EMAIL', destination: maskEmail(user.email) }
      : { to: phone, medium: 'SMS', destination: maskPhone(phone) }
  await pool.deliverCode({ to, purpose: 'sign-in', code })
  return createChallengeResponse(
    pool,
    user,
    { name, code, shouldEnableFactor },
    { CODE_DELIVERY_DELIVERY_MEDIUM: medium, CODE_DELIVERY_DESTINATION: destination },
  )
}

/** Asks for the code of a second factor. */
export const startFactorChallenge = (pool: UserPool, user: User, factor: Factor) =>
  factor === 'SOFTWARE_TOKEN_MFA'
    ? createChallengeResponse(pool, user, { name: factor })
    : startCodeChallenge(pool, user, { name: factor })

const startNewPasswordChallenge = (pool: UserPool, user: User) => {
  const expiresAt = user.temporaryPasswordExpiresAt
  if (expiresAt !== undefined && expiresAt <= pool.now()) {
    throw new AwsError(
      'NotAuthorizedException',
      'Temporary password has expired and must be reset by an administrator.',
    )
  }
  const missing = listMissingAttributes(user).map((name) => `userAttributes.${name}`)
  return createChallengeResponse(
    pool,
    user,
    { name: 'NEW_PASSWORD_REQUIRED' },
    { requiredAttributes: JSON.stringify(missing), userAttributes: JSON.stringify(toAttributes(user)) },
  )
}

/**
 * Lists the factors that a user can set up during a sign-in. None for a user who has one already,
 * because somebody with only the password could then replace it.
 */
export const listFactorsToSetUp = (pool: UserPool, user: User): readonly Factor[] =>
  listActiveFactors(pool, user).length > 0
    ? []
    : listOfferedFactors(pool).filter((factor) => factor !== 'SMS_MFA')

/**
 * Returns the device that a client names, if the pool tracks devices. Throws ResourceNotFoundException for a
 * device that was forgotten.
 */
export const findDevice = (pool: UserPool, user: User, deviceKey: string | undefined) =>
  deviceKey === undefined || !pool.deviceTracking.get() ? undefined : requireDevice(user, deviceKey)

/**
 * Continues a sign-in after a correct password: with the challenge of a new password, then of a remembered
 * device, or else of a second factor or its set-up, then with tokens. Throws NotAuthorizedException if a
 * temporary password has expired, and ResourceNotFoundException for a device that was forgotten.
 */
export const continueSignIn = async (pool: UserPool, user: User, deviceKey?: string): Promise<object> => {
  if (user.status === 'FORCE_CHANGE_PASSWORD') return startNewPasswordChallenge(pool, user)

  const device = findDevice(pool, user, deviceKey)
  if (device && replacesFactor(pool, device))
    return createChallengeResponse(pool, user, { name: 'DEVICE_SRP_AUTH', deviceKey: device.key })

  const activeFactors = listActiveFactors(pool, user)
  const factor = activeFactors.find((name) => name === user.factors?.preferred) ?? activeFactors[0]
  if (activeFactors.length > 1 && factor !== user.factors?.preferred) {
    const choices = { MFAS_CAN_CHOOSE: JSON.stringify(activeFactors) }
    return createChallengeResponse(pool, user, { name: 'SELECT_MFA_TYPE' }, choices)
  }
  if (factor) return startFactorChallenge(pool, user, factor)
  if (pool.mfa.get().configuration === 'ON') {
    const choices = { MFAS_CAN_SETUP: JSON.stringify(listFactorsToSetUp(pool, user)) }
    return createChallengeResponse(pool, user, { name: 'MFA_SETUP' }, choices)
  }
  return completeSignIn(pool, user, device?.key)
}
