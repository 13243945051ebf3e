import { AwsError } from '../aws-json/aws-error.ts'
import type { UserPool } from './create-user-pool.ts'
import { factorNames, type Factor, type User } from './pool-state.ts'

/** Lists the second factors that a pool offers. */
export const listOfferedFactors = (pool: UserPool): readonly Factor[] => {
  const { configuration, factors } = pool.mfa.get()
  return configuration === 'OFF' ? [] : factorNames.filter((factor) => factors.includes(factor))
}

/** Whether a user has what a factor needs: a verified app, a verified email address, a phone number. */
const isReady = (user: User, factor: Factor): boolean =>
  ({
    SOFTWARE_TOKEN_MFA: user.totp !== undefined,
    EMAIL_OTP: user.emailVerified,
    SMS_MFA: Boolean(user.attributes['phone_number']),
  })[factor]

/** Lists the factors that a user has enabled and can use at the moment. */
export const listActiveFactors = (pool: UserPool, user: User): readonly Factor[] =>
  listOfferedFactors(pool).filter((factor) => user.factors?.enabled.includes(factor) && isReady(user, factor))

/** Returns the factors of a user after a set-up. The new one is preferred if no other is. */
export const enableFactor = ({ factors }: User, factor: Factor): NonNullable<User['factors']> => ({
  enabled: [...(factors?.enabled ?? []).filter((enabled) => enabled !== factor), factor],
  preferred: factors?.preferred ?? factor,
})

const createParameterError = (message: string) => new AwsError('InvalidParameterException', message)

const assertCanEnable = (pool: UserPool, user: User, factor: Factor) => {
  if (listOfferedFactors(pool).includes(factor) && isReady(user, factor)) return
  throw createParameterError(
    factor === 'SOFTWARE_TOKEN_MFA' && !isReady(user, factor)
      ? 'User has not verified software token mfa'
      : `User does not have delivery config set to turn on ${factor}`,
  )
}

type FactorSetting = { Enabled?: boolean | undefined; PreferredMfa?: boolean | undefined }
type FactorSettings = Partial<Record<Factor, FactorSetting | undefined>>

/**
 * Returns the factors of a user after SetUserMFAPreference. A factor without settings stays as it is. As in
 * Cognito, a factor that is enabled without `PreferredMfa` is no longer the preferred one. Throws
 * InvalidParameterException for a factor that the pool does not offer or that the user has not set up.
 */
export const changePreference = (pool: UserPool, user: User, settings: FactorSettings): User['factors'] => {
  const changed = factorNames.filter((factor) => settings[factor] !== undefined)
  const enabled = changed.filter((factor) => settings[factor]?.Enabled)
  const preferred = changed.filter((factor) => settings[factor]?.PreferredMfa)
  if (preferred.some((factor) => !enabled.includes(factor))) {
    throw createParameterError('A factor that is not enabled cannot be set as preferred.')
  }
  if (preferred.length > 1) throw createParameterError('Only one factor can be set as preferred.')
  for (const factor of enabled) assertCanEnable(pool, user, factor)

  const unchanged = (user.factors?.enabled ?? []).filter((factor) => !changed.includes(factor))
  const previous = unchanged.find((factor) => factor === user.factors?.preferred)
  const next = preferred[0] ?? previous
  return {
    enabled: factorNames.filter((factor) => unchanged.includes(factor) || enabled.includes(factor)),
    ...(next && { preferred: next }),
  }
}
