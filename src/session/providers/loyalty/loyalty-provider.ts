import type { Env } from '../../../config/env.ts'
import { loyalty, type SourceId, type SourceLanguage } from '../../../config/loyalty.ts'
import { loyaltyService } from '../../../contract/loyalty/loyalty.ts'
import { createServiceClient } from '../../../contract/service-client.ts'
import { fail, ok } from '../../../lib/result.ts'
import type { AuthProvider, ProviderDeps, ProviderFault, ProviderSession } from '../provider.ts'
import { createForwardedCalls } from './forwarded-calls.ts'
import { createLoyaltyPasswords, createLoyaltyRename } from './loyalty-account.ts'
import { toLoyaltyFault } from './loyalty-fault.ts'
import { createLoyaltySession } from './loyalty-session.ts'
import { createLoyaltySignIn } from './loyalty-sign-in.ts'
import { createLoyaltySignUp } from './loyalty-sign-up.ts'
import { createLoyaltyCredentials } from './loyalty-credentials.ts'

export type LoyaltyDeps = Omit<ProviderDeps, 'env'> & {
  env: Pick<Env, 'loyaltyUrl' | 'identityPoolId' | 'identityPoolEndpoint'>
  sourceId: SourceId
}

/** The sign-up itself verifies an account, so this provider sends no codes. */
const noCode: ProviderFault = { kind: 'other', name: 'NoCode' }

const toLanguage = (sourceId: SourceId): SourceLanguage => (sourceId === loyalty.sourceIds.es ? 'es' : 'en')

/** Creates the loyalty provider of the United States, for one of its data sources: English or Spanish. */
export const createLoyaltyProvider = (deps: LoyaltyDeps): AuthProvider => {
  const { env, api, sourceId, fetch, now, sleep } = deps
  const client = createServiceClient({ service: loyaltyService, baseUrl: env.loyaltyUrl, fetch })
  const forwardedCalls = createForwardedCalls({ api, sourceId })
  const { session, updateStoredName, read, write, remove } = createLoyaltySession({ ...deps, client })

  const logout = ({ userID, accessToken }: ProviderSession) =>
    client.call('logout', { ProfileID: userID }, { accessToken })

  return {
    verifiedBy: 'sign-up',
    signUp: createLoyaltySignUp({ client, forwardedCalls, sourceId, language: toLanguage(sourceId), now }),
    confirm: async () => fail(noCode),
    resendCode: async () => fail(noCode),

    signIn: createLoyaltySignIn({ client, forwardedCalls, write, now, sleep }),
    session,
    rename: createLoyaltyRename({ client, sourceId, session, updateStoredName }),
    ...createLoyaltyPasswords({ client, sourceId, session }),

    checkPassword: async (email, password) => {
      const login = await forwardedCalls.login(email, password)
      if (!login.ok) return login
      // The provider has no call that deletes a profile.
      return ok({ accessToken: login.value.AccessToken, deleteAccount: async () => ok('kept' as const) })
    },

    storageCredentials: createLoyaltyCredentials({ ...deps, session }),

    // The stored session is removed first, so that signing out also works offline. The provider's tokens then
    // stay valid until they expire.
    signOut: async () => {
      const stored = await read()
      await remove()
      if (stored) await logout(stored)
    },

    // The provider has no call that ends the sessions of all devices. A password change ends the other
    // sessions.
    signOutEverywhere: async () => {
      const currentSession = await session()
      if (!currentSession.ok) return currentSession
      const response = await logout(currentSession.value)
      if (!response.ok) return fail(toLoyaltyFault(response.error))
      await remove()
      return ok(undefined)
    },
  }
}
