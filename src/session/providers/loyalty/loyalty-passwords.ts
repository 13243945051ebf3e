import type { SourceId } from '../../../config/loyalty.ts'
import { fail, ok, type Result } from '../../../lib/result.ts'
import type { ServiceFailure } from '../../../contract/service-client.ts'
import { loyaltyFault } from './loyalty-fault.ts'
import type { LoyaltyClient, LoyaltySession } from './loyalty-session.ts'
import type { AuthProvider, ProviderFault } from '../provider.ts'

type Deps = { client: LoyaltyClient; sourceId: SourceId; session: LoyaltySession['session'] }

const resultOf = (result: Result<unknown, ServiceFailure>): Result<void, ProviderFault> =>
  result.ok ? ok(undefined) : fail(loyaltyFault(result.error))

/** Replaces a forgotten password and changes a known one (specification §4). */
export const createLoyaltyPasswords = ({
  client,
  sourceId,
  session,
}: Deps): Pick<AuthProvider, 'requestReset' | 'resetPassword' | 'changePassword'> => {
  const exists = (email: string) =>
    client.call('userExists', { DataSourceID: sourceId, Username: email }, undefined)

  return {
    requestReset: async (email) => {
      const known = await exists(email)
      if (!known.ok) return resultOf(known)
      const body = { DataSourceID: sourceId, Username: email }
      return resultOf(await client.call('forgotPassword', body, undefined))
    },

    resetPassword: async ({ email, code, password }) => {
      // Requests the login's id again, because the code may be typed after a reload or on another device.
      const known = await exists(email)
      if (!known.ok) return resultOf(known)
      const body = {
        Username: email,
        Password: password,
        ResetToken: code,
        DataSourceID: sourceId,
        cULID: known.value.cULID,
      }
      return resultOf(await client.call('resetPassword', body, undefined))
    },

    changePassword: async (oldPassword, newPassword) => {
      const current = await session()
      if (!current.ok) return current
      const { email, accessToken } = current.value
      const body = { Username: email, CurrentPassword: oldPassword, NewPassword: newPassword }
      return resultOf(await client.call('updatePassword', body, { accessToken }))
    },
  }
}
