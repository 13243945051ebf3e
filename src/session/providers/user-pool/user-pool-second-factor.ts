import { fetchMFAPreference, setUpTOTP, updateMFAPreference, verifyTOTPSetup } from 'aws-amplify/auth'
import { fail, ok } from '../../../lib/result.ts'
import type { SecondFactorMethods } from '../provider.ts'
import { createUserPoolDevices, type DevicesDeps, type UserPoolDevices } from './user-pool-devices.ts'
import { toResult, toSignedInFault } from './user-pool-fault.ts'

/**
 * Sets up, reads and removes the second factor of the signed-in account of a user pool, and remembers the
 * devices that are not asked for it.
 */
export const createUserPoolSecondFactor = (deps: DevicesDeps): SecondFactorMethods & UserPoolDevices => {
  const { context } = deps
  const read: SecondFactorMethods['read'] = () =>
    toResult(async () => {
      const { enabled = [] } = await fetchMFAPreference(context)
      return enabled
    }, toSignedInFault)

  /**
   * Whether the pool has accepted the first code. If the connection fails afterwards, the next attempt must
   * not send a code again.
   */
  let isVerified = false

  return {
    ...createUserPoolDevices(deps),

    read,

    createKey: () =>
      toResult(async () => {
        const { sharedSecret } = await setUpTOTP(context)
        isVerified = false
        return sharedSecret
      }, toSignedInFault),

    turnOn: (code) =>
      toResult(async () => {
        if (!isVerified) await verifyTOTPSetup(context, { code })
        isVerified = true
        await updateMFAPreference(context, { totp: 'PREFERRED' })
      }, toSignedInFault),

    turnOff: async () => {
      const factors = await read()
      if (!factors.ok) return factors
      // A factor that is off is not named, because the pool may not offer it.
      const update = await toResult(
        () =>
          updateMFAPreference(context, {
            ...(factors.value.includes('TOTP') && { totp: 'DISABLED' }),
            ...(factors.value.includes('SMS') && { sms: 'DISABLED' }),
            ...(factors.value.includes('EMAIL') && { email: 'DISABLED' }),
          }),
        toSignedInFault,
      )
      return update.ok ? ok(undefined) : fail(update.error)
    },
  }
}
