import type { Env } from '../../../config/env.ts'
import { loyalty, type SourceId, type SourceLanguage } from '../../../config/loyalty.ts'
import { loyaltyService } from '../../../contract/loyalty/loyalty.ts'
import { createServiceClient } from '../../../contract/service-client.ts'
import { fail, ok } from '../../../lib/result.ts'
import { loyaltyFault } from './loyalty-fault.ts'
import { createLoyaltyPasswords } from './loyalty-passwords.ts'
import { createLoyaltyRename, readLoyaltyProfile } from './loyalty-profile.ts'
import { createLoyaltySession, tokensOf } from './loyalty-session.ts'
import { createLoyaltySignUp } from './loyalty-sign-up.ts'
import { createLoyaltyStorage } from './loyalty-storage.ts'
import { createLoyaltyVendor } from './loyalty-vendor.ts'
import type { ProviderDeps } from '../provider.ts'
import type { AuthProvider, ProviderFault, ProviderSession } from '../provider.ts'

export type LoyaltyDeps = Omit<ProviderDeps, 'env'> & {
  env: Pick<Env, 'loyaltyAddress' | 'identityPoolId' | 'identityPoolEndpoint'>
  sourceId: SourceId
}

/** The sign-up itself verifies an account, so this provider has no codes. */
const noCode: ProviderFault = { kind: 'other', name: 'NoCode' }

const languageOf = (sourceId: SourceId): SourceLanguage => (sourceId === loyalty.sourceIds.es ? 'es' : 'en')

/** The loyalty provider of the United States, for one of its two sources. */
export const createLoyaltyProvider = (deps: LoyaltyDeps): AuthProvider => {
  const { env, sourceId, fetch, now, sleep } = deps
  const client = createServiceClient({ service: loyaltyService, address: env.loyaltyAddress, fetch })
  const vendor = createLoyaltyVendor(deps.api)
  const { session, storeName, read, write, remove } = createLoyaltySession({ ...deps, client })

  const namesOf = async (accessToken: string) => {
    const profile = await readLoyaltyProfile(client, accessToken, sleep)
    // A coach whose name cannot be read is still signed in.
    if (!profile.ok) return { firstName: '', lastName: '' }
    return { firstName: profile.value.FirstName, lastName: profile.value.LastName }
  }

  const logout = ({ userID, accessToken }: ProviderSession) =>
    client.call('logout', { ProfileID: userID }, { accessToken })

  return {
    verifiedBy: 'sign-up',
    signUp: createLoyaltySignUp({ client, vendor, sourceId, language: languageOf(sourceId), now }),
    confirm: async () => fail(noCode),
    resendCode: async () => fail(noCode),

    signIn: async (email, password) => {
      const body = { DataSourceID: sourceId, Username: email, Password: password }
      const opened = await vendor.login(body)
      if (!opened.ok) return opened
      const { ProfileID, VerifiedStatusFlag } = opened.value
      if (VerifiedStatusFlag !== 'Y') return fail({ kind: 'user-unconfirmed', name: 'VerifiedStatusFlag' })
      const tokens = tokensOf(opened.value, now())
      const signedIn = { userID: ProfileID, email, ...tokens, ...(await namesOf(tokens.accessToken)) }
      await write(signedIn)
      return ok(signedIn)
    },

    session,
    rename: createLoyaltyRename({ client, sourceId, session, storeName }),
    ...createLoyaltyPasswords({ client, sourceId, session }),

    checkPassword: async (email, password) => {
      const body = { DataSourceID: sourceId, Username: email, Password: password }
      const opened = await vendor.login(body)
      if (!opened.ok) return opened
      // The provider has no call that deletes a profile.
      return ok({ accessToken: opened.value.AccessToken, deleteAccount: async () => ok('kept' as const) })
    },

    storageCredentials: createLoyaltyStorage({ ...deps, session }),

    // Removes the session here first: without network the provider is unreachable, and its tokens expire.
    signOut: async () => {
      const stored = await read()
      await remove()
      if (stored) await logout(stored)
    },

    // The provider has no call that ends the sessions of all devices. A changed password ends the others.
    signOutEverywhere: async () => {
      const current = await session()
      if (!current.ok) return current
      const ended = await logout(current.value)
      if (!ended.ok) return fail(loyaltyFault(ended.error))
      await remove()
      return ok(undefined)
    },
  }
}
