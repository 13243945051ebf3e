import type { Env } from '../../../config/env.ts'
import { loyalty, type SourceId, type SourceLanguage } from '../../../config/loyalty.ts'
import { loyaltyService } from '../../../contract/loyalty/loyalty.ts'
import { createServiceClient, type ServiceFailure } from '../../../contract/service-client.ts'
import { retry, type RetryPolicy } from '../../../lib/async/retry.ts'
import { fail, ok, type Result } from '../../../lib/result.ts'
import { loyaltyFault } from './loyalty-fault.ts'
import { createLoyaltySession, tokensOf, type LoyaltyClient, type LoyaltySession } from './loyalty-session.ts'
import { createLoyaltySignUp } from './loyalty-sign-up.ts'
import { createLoyaltyStorage } from './loyalty-storage.ts'
import { createLoyaltyVendor } from './loyalty-vendor.ts'
import type { AuthProvider, ProviderDeps, ProviderFault, ProviderSession } from '../provider.ts'

export type LoyaltyDeps = Omit<ProviderDeps, 'env'> & {
  env: Pick<Env, 'loyaltyUrl' | 'identityPoolId' | 'identityPoolEndpoint'>
  sourceId: SourceId
}

/** The sign-up itself verifies an account, so this provider has no codes. */
const noCode: ProviderFault = { kind: 'other', name: 'NoCode' }

const languageOf = (sourceId: SourceId): SourceLanguage => (sourceId === loyalty.sourceIds.es ? 'es' : 'en')

/** A refused profile is read once more after 3 s (specification §4). */
const profileRetry: RetryPolicy<ServiceFailure> = {
  attempts: 2,
  pause: 3000,
  canPass: ({ kind }) => kind === 'refused',
}

type Deps = Pick<LoyaltySession, 'session' | 'storeName'> & { client: LoyaltyClient; sourceId: SourceId }

/** Renames the account. The tokens contain no names, so the stored session is updated here. */
export const createLoyaltyRename =
  ({ client, sourceId, session, storeName }: Deps): AuthProvider['rename'] =>
  async ({ firstName, lastName }) => {
    const current = await session()
    if (!current.ok) return current
    const { userID, accessToken } = current.value
    const body = {
      DataSourceID: sourceId,
      ProfileID: userID,
      FirstName: firstName,
      LastName: lastName,
      CustomAttributes: { FIRST_NAME: firstName, LAST_NAME: lastName },
    }
    const renamed = await client.call('updateProfile', body, { accessToken })
    return renamed.ok ? storeName(userID, { firstName, lastName }) : fail(loyaltyFault(renamed.error))
  }

const resultOf = (result: Result<unknown, ServiceFailure>): Result<void, ProviderFault> =>
  result.ok ? ok(undefined) : fail(loyaltyFault(result.error))

/** Replaces a forgotten password and changes a known one (specification §4). */
const createLoyaltyPasswords = ({
  client,
  sourceId,
  session,
}: Omit<Deps, 'storeName'>): Pick<AuthProvider, 'requestReset' | 'resetPassword' | 'changePassword'> => {
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

/** The loyalty provider of the United States, for one of its two sources. */
export const createLoyaltyProvider = (deps: LoyaltyDeps): AuthProvider => {
  const { env, sourceId, fetch, now, sleep } = deps
  const client = createServiceClient({ service: loyaltyService, address: env.loyaltyUrl, fetch })
  const vendor = createLoyaltyVendor(deps.api)
  const { session, storeName, read, write, remove } = createLoyaltySession({ ...deps, client })

  const namesOf = async (accessToken: string) => {
    const readProfile = () => client.call('userDetails', undefined, { accessToken })
    const profile = await retry(readProfile, profileRetry, sleep)
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
