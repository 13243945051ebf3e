import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import { defineOperation } from '../../aws-json/operation.ts'
import { authenticate } from '../authenticate.ts'
import type { UserPool } from '../create-user-pool.ts'
import type { PoolMfa, PoolPasskeys, User } from '../pool-state.ts'
import { changePreference } from '../second-factors.ts'
import type { UserPools } from '../user-pools.ts'
import * as memberSchemas from './member-schemas.ts'

const factorSettingSchema = v.optional(
  v.object({ Enabled: v.optional(v.boolean()), PreferredMfa: v.optional(v.boolean()) }),
)
const preferenceSchema = v.object({
  SoftwareTokenMfaSettings: factorSettingSchema,
  EmailMfaSettings: factorSettingSchema,
  SMSMfaSettings: factorSettingSchema,
})

const setPreference = async (pool: UserPool, user: User, request: v.InferOutput<typeof preferenceSchema>) => {
  const factors = changePreference(pool, user, {
    SOFTWARE_TOKEN_MFA: request.SoftwareTokenMfaSettings,
    EMAIL_OTP: request.EmailMfaSettings,
    SMS_MFA: request.SMSMfaSettings,
  })
  await pool.users.change(user.sub, (current) => ({ ...current, factors }))
  return {}
}

/**
 * SetUserMFAPreference: enables and disables second factors of the signed-in user, and selects the preferred
 * one. Throws InvalidParameterException for a factor that the user has not set up or the pool does not offer.
 */
export const setUserMfaPreference = (pools: UserPools) =>
  defineOperation(
    v.object({ ...memberSchemas.accessTokenInput.entries, ...preferenceSchema.entries }),
    async (request) => {
      const { pool, user } = await authenticate(pools, request.AccessToken)
      return setPreference(pool, user, request)
    },
  )

/** AdminSetUserMFAPreference: the same for any user. */
export const adminSetUserMfaPreference = (pools: UserPools) =>
  defineOperation(
    v.object({ ...memberSchemas.operatedUserInput.entries, ...preferenceSchema.entries }),
    (request) => {
      const { pool, user } = pools.requireOperatedUser(request)
      return setPreference(pool, user, request)
    },
  )

const poolMfaSchema = v.object({
  UserPoolId: memberSchemas.userPoolId,
  MfaConfiguration: v.optional(v.picklist(['OFF', 'OPTIONAL', 'ON']), 'OFF'),
  SoftwareTokenMfaConfiguration: v.optional(v.object({ Enabled: v.optional(v.boolean(), false) })),
  // As in Cognito, the presence of these members turns the factor on. The sandbox has its own messages.
  EmailMfaConfiguration: v.optional(v.looseObject({})),
  SmsMfaConfiguration: v.optional(v.looseObject({})),
  // A passkey never counts as two factors here, so `FactorConfiguration` has one value.
  WebAuthnConfiguration: v.optional(
    v.object({
      RelyingPartyId: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(127))),
      UserVerification: v.optional(v.picklist(['required', 'preferred']), 'preferred'),
      FactorConfiguration: v.optional(v.literal('SINGLE_FACTOR')),
    }),
  ),
})

const toWebAuthnConfiguration = ({ relyingPartyId, userVerification }: PoolPasskeys) => ({
  ...(relyingPartyId !== undefined && { RelyingPartyId: relyingPartyId }),
  UserVerification: userVerification,
  FactorConfiguration: 'SINGLE_FACTOR',
})

const toResponse = ({ configuration, factors }: PoolMfa, passkeys: PoolPasskeys) => ({
  MfaConfiguration: configuration,
  WebAuthnConfiguration: toWebAuthnConfiguration(passkeys),
  SoftwareTokenMfaConfiguration: { Enabled: factors.includes('SOFTWARE_TOKEN_MFA') },
  ...(factors.includes('EMAIL_OTP') && { EmailMfaConfiguration: {} }),
  ...(factors.includes('SMS_MFA') && { SmsMfaConfiguration: {} }),
})

const createConfigurationError = (reason: string) =>
  new AwsError('InvalidParameterException', `Invalid MFA configuration given, ${reason}`)

/**
 * SetUserPoolMfaConfig: sets which second factors a pool offers, and whether it requires one. With
 * `WebAuthnConfiguration`, also sets for which site its passkeys are. Throws InvalidParameterException for OFF
 * with a factor, and for OPTIONAL and ON without any.
 */
export const setUserPoolMfaConfig = (pools: UserPools) =>
  defineOperation(poolMfaSchema, async (request) => {
    const pool = pools.requireById(request.UserPoolId)
    const factors: PoolMfa['factors'] = [
      ...(request.SoftwareTokenMfaConfiguration?.Enabled ? (['SOFTWARE_TOKEN_MFA'] as const) : []),
      ...(request.EmailMfaConfiguration ? (['EMAIL_OTP'] as const) : []),
      ...(request.SmsMfaConfiguration ? (['SMS_MFA'] as const) : []),
    ]
    if (request.MfaConfiguration === 'OFF' && factors.length > 0) {
      throw createConfigurationError("can't turn off MFA and configure an MFA together.")
    }
    if (request.MfaConfiguration !== 'OFF' && factors.length === 0) {
      throw createConfigurationError("can't disable all MFAs with a required or optional configuration.")
    }
    await pool.mfa.set({ configuration: request.MfaConfiguration, factors })
    const { RelyingPartyId, UserVerification } = request.WebAuthnConfiguration ?? {}
    if (UserVerification) {
      await pool.passkeys.change({ relyingPartyId: RelyingPartyId, userVerification: UserVerification })
    }
    return toResponse(pool.mfa.get(), pool.passkeys.get())
  })

/** GetUserPoolMfaConfig: what SetUserPoolMfaConfig has set. The default is OPTIONAL with every factor. */
export const getUserPoolMfaConfig = (pools: UserPools) =>
  defineOperation(v.object({ UserPoolId: memberSchemas.userPoolId }), ({ UserPoolId }) => {
    const { mfa, passkeys } = pools.requireById(UserPoolId)
    return toResponse(mfa.get(), passkeys.get())
  })
