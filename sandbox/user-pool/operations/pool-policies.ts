import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import { defineOperation } from '../../aws-json/operation.ts'
import type { UserPools } from '../user-pools.ts'
import * as memberSchemas from './member-schemas.ts'

const firstFactors = ['PASSWORD', 'WEB_AUTHN'] as const

const updateInputSchema = v.object({
  UserPoolId: memberSchemas.userPoolId,
  Policies: v.optional(
    v.object({ SignInPolicy: v.object({ AllowedFirstAuthFactors: v.array(v.picklist(firstFactors)) }) }),
  ),
  DeviceConfiguration: v.optional(
    v.object({
      ChallengeRequiredOnNewDevice: v.optional(v.boolean(), false),
      DeviceOnlyRememberedOnUserPrompt: v.optional(v.boolean(), false),
    }),
  ),
})

/**
 * UpdateUserPool: sets whether users may sign in with a passkey instead of the password, and how the pool tracks
 * devices. As in Cognito, a setting that the call does not name gets its default: only the password, and no
 * devices. The sandbox ignores all other settings. Throws InvalidParameterException for a policy without the
 * password.
 */
export const updateUserPool = (pools: UserPools) =>
  defineOperation(updateInputSchema, async ({ UserPoolId, Policies, DeviceConfiguration: configuration }) => {
    const pool = pools.requireById(UserPoolId)
    const factors = Policies?.SignInPolicy.AllowedFirstAuthFactors ?? ['PASSWORD']
    if (!factors.includes('PASSWORD')) {
      throw new AwsError('InvalidParameterException', 'AllowedFirstAuthFactors must include PASSWORD.')
    }
    await pool.passkeys.change({ isFirstFactor: factors.includes('WEB_AUTHN') })
    await pool.deviceTracking.set(
      configuration && {
        challengeRequiredOnNewDevice: configuration.ChallengeRequiredOnNewDevice,
        deviceOnlyRememberedOnUserPrompt: configuration.DeviceOnlyRememberedOnUserPrompt,
      },
    )
    return {}
  })
