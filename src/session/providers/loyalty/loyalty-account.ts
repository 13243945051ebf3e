import type { SourceId } from '../../../config/loyalty.ts'
import type { ServiceFailure } from '../../../contract/service-client.ts'
import { fail, ok, type Result } from '../../../lib/result.ts'
import type { AuthProvider, ProviderFailure } from '../provider.ts'
import { toLoyaltyFailure } from './loyalty-failure.ts'
import type { LoyaltyClient, LoyaltySession } from './loyalty-session.ts'

type LoyaltyAccountDeps = Pick<LoyaltySession, 'session' | 'updateStoredName'> & {
  client: LoyaltyClient
  sourceId: SourceId
}

/** Renames the account. The tokens contain no names, so the stored session is updated here. */
export const createLoyaltyRename =
  ({ client, sourceId, session, updateStoredName }: LoyaltyAccountDeps): AuthProvider['rename'] =>
  async ({ firstName, lastName }) => {
    const currentSession = await session()
    if (!currentSession.ok) return currentSession
    const { userID, accessToken } = currentSession.value
    const body = {
      DataSourceID: sourceId,
      ProfileID: userID,
      FirstName: firstName,
      LastName: lastName,
      CustomAttributes: { FIRST_NAME: firstName, LAST_NAME: lastName },
    }
    const response = await client.call('updateProfile', body, { accessToken })
    return response.ok
      ? updateStoredName(userID, { firstName, lastName })
      : fail(toLoyaltyFailure(response.error))
  }

const toProviderResult = (result: Result<unknown, ServiceFailure>): Result<void, ProviderFailure> =>
  result.ok ? ok(undefined) : fail(toLoyaltyFailure(result.error))

type PasswordMethods = Pick<AuthProvider, 'requestReset' | 'resetPassword' | 'changePassword'>

/** Replaces a forgotten password and changes a known one (specification §4). */
export const createLoyaltyPasswords = ({
  client,
  sourceId,
  session,
}: Omit<LoyaltyAccountDeps, 'updateStoredName'>): PasswordMethods => {
  /** Finds the login of an email. The provider refuses an email without an account. */
  const findLogin = (email: string) =>
    client.call('userExists', { DataSourceID: sourceId, Username: email }, undefined)

  return {
    requestReset: async (email) => {
      const login = await findLogin(email)
      if (!login.ok) return toProviderResult(login)
      const body = { DataSourceID: sourceId, Username: email }
      return toProviderResult(await client.call('forgotPassword', body, undefined))
    },

    resetPassword: async ({ email, code, password }) => {
      // The reset needs the id of the login (`cULID`). It is requested here as well, because the code may be
      // typed after a reload or on another device.
      const login = await findLogin(email)
      if (!login.ok) return toProviderResult(login)
      const body = {
        Username: email,
        Password: password,
        ResetToken: code,
        DataSourceID: sourceId,
        cULID: login.value.cULID,
      }
      return toProviderResult(await client.call('resetPassword', body, undefined))
    },

    changePassword: async (oldPassword, newPassword) => {
      const currentSession = await session()
      if (!currentSession.ok) return currentSession
      const { email, accessToken } = currentSession.value
      const body = { Username: email, CurrentPassword: oldPassword, NewPassword: newPassword }
      return toProviderResult(await client.call('updatePassword', body, { accessToken }))
    },
  }
}
