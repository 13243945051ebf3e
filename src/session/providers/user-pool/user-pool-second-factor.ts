import { fetchMFAPreference, setUpTOTP, updateMFAPreference, verifyTOTPSetup } from 'aws-amplify/auth'
import { fail, ok } from '../../../lib/result.ts'
import type { ProviderFailureKind, SecondFactorMethods } from '../provider.ts'
import { createUserPoolDevices, type DevicesDeps, type UserPoolDevices } from './user-pool-devices.ts'
import { toResult, toSignedInFailure } from './user-pool-failure.ts'

/** Failures after which it is unknown whether the pool has processed a call. */
const unclearOutcomeKinds: ReadonlySet<ProviderFailureKind> = new Set(['network', 'no-response', 'service'])

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
    }, toSignedInFailure)

  /**
   * Whether the pool may have accepted the first code although `turnOn` failed, because a response was lost or the
   * second call failed. The pool accepts a code only once, so the next attempt first tries the second call.
   */
  let mayBeVerified = false

  const preferTotp = () =>
    toResult(() => updateMFAPreference(context, { totp: 'PREFERRED' }), toSignedInFailure)

  return {
    ...createUserPoolDevices(deps),

    read,

    createKey: () =>
      toResult(async () => {
        const { sharedSecret } = await setUpTOTP(context)
        mayBeVerified = false
        return sharedSecret
      }, toSignedInFailure),

    turnOn: async (code) => {
      if (mayBeVerified) {
        const preferred = await preferTotp()
        // A refusal means that the app is not verified yet. Other failures say nothing about that.
        if (preferred.ok || unclearOutcomeKinds.has(preferred.error.kind)) return preferred
      }
      const verified = await toResult(() => verifyTOTPSetup(context, { code }), toSignedInFailure)
      mayBeVerified = verified.ok || unclearOutcomeKinds.has(verified.error.kind)
      return verified.ok ? preferTotp() : verified
    },

    turnOff: async () => {
      const factors = await read()
      if (!factors.ok) return factors
      // Names only the factors that are on, because the pool may not offer the others.
      const update = await toResult(
        () =>
          updateMFAPreference(context, {
            ...(factors.value.includes('TOTP') && { totp: 'DISABLED' }),
            ...(factors.value.includes('SMS') && { sms: 'DISABLED' }),
            ...(factors.value.includes('EMAIL') && { email: 'DISABLED' }),
          }),
        toSignedInFailure,
      )
      return update.ok ? ok(undefined) : fail(update.error)
    },
  }
}
