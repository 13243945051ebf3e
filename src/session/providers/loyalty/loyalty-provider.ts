import type { Env } from '../../../config/env.ts'
import { loyalty, type SourceId, type SourceLanguage } from '../../../config/loyalty.ts'
import { loyaltyService } from '../../../contract/loyalty/loyalty.ts'
import { createServiceClient, type ServiceFailure } from '../../../contract/service-client.ts'
import { retry, type RetryPolicy } from '../../../lib/async/retry.ts'
import { fail, ok } from '../../../lib/result.ts'
import { oneMoreRead } from '../../retry-policies.ts'
import type { AuthProvider, ProviderDeps, ProviderFailure, ProviderSession } from '../provider.ts'
import { createForwardedCalls, type ForwardedCalls } from './forwarded-calls.ts'
import { createLoyaltyPasswords, createLoyaltyRename } from './loyalty-account.ts'
import { createLoyaltyCredentials } from './loyalty-credentials.ts'
import { toLoyaltyFailure } from './loyalty-failure.ts'
import { createLoyaltySecondFactor } from './loyalty-second-factor.ts'
import { createLoyaltySession, toTokens, type LoyaltyClient } from './loyalty-session.ts'
import { createLoyaltySignUp } from './loyalty-sign-up.ts'

export type LoyaltyDeps = Omit<ProviderDeps, 'env' | 'serverTime'> & {
  env: Pick<Env, 'loyaltyUrl' | 'identityPoolId' | 'identityPoolEndpoint'>
  sourceId: SourceId
}

/** The sign-up itself verifies an account, so this provider sends no codes. */
const noCode: ProviderFailure = { kind: 'other', name: 'NoCode' }

const toLanguage = (sourceId: SourceId): SourceLanguage => (sourceId === loyalty.sourceIds.es ? 'es' : 'en')

type SignInDeps = Pick<ProviderDeps, 'now' | 'sleep'> & {
  client: LoyaltyClient
  forwardedCalls: ForwardedCalls
  /** Stores the session on the device. */
  write: (session: ProviderSession) => Promise<void>
}

/** Repeats a read of the profile once if the provider refuses it, but not if there is no usable response. */
const profileRetry: RetryPolicy<ServiceFailure> = {
  ...oneMoreRead,
  shouldRetry: ({ kind }) => kind === 'refused',
}

/** Signs in, reads the coach's name and stores the session. Fails if the account is not verified. */
const createSignIn = ({ client, forwardedCalls, write, now, sleep }: SignInDeps): AuthProvider['signIn'] => {
  const readName = async (accessToken: string) => {
    const readProfile = () => client.call('userDetails', undefined, { accessToken })
    const profile = await retry(readProfile, profileRetry, sleep)
    // A coach whose name cannot be read is still signed in.
    if (!profile.ok) return { firstName: '', lastName: '' }
    return { firstName: profile.value.FirstName, lastName: profile.value.LastName }
  }

  return async (email, password) => {
    const login = await forwardedCalls.login(email, password)
    if (!login.ok) return login
    if (login.value.VerifiedStatusFlag !== 'Y')
      return fail({ kind: 'user-unconfirmed', name: 'VerifiedStatusFlag' })
    const tokens = toTokens(login.value, now())
    const name = await readName(tokens.accessToken)
    const session = { userID: login.value.ProfileID, email, ...tokens, ...name }
    await write(session)
    return ok(session)
  }
}

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

    signIn: createSignIn({ client, forwardedCalls, write, now, sleep }),
    // The provider asks for nothing more than the password.
    answerChallenge: async () => fail({ kind: 'challenge-over', name: 'NoChallenge' }),
    forgetChallenge: () => undefined,
    session,
    rename: createLoyaltyRename({ client, sourceId, session, updateStoredName }),
    ...createLoyaltyPasswords({ client, sourceId, session }),

    checkPassword: async (email, password) => {
      const login = await forwardedCalls.login(email, password)
      if (!login.ok) return login
      // The provider has no call that deletes a profile.
      return ok({ accessToken: login.value.AccessToken, deleteAccount: async () => ok('kept' as const) })
    },

    // Not loaded separately, because its half kilobyte takes less time than another request.
    loadSecondFactor: async () => ok(createLoyaltySecondFactor({ api, session })),
    requestStorageCredentials: createLoyaltyCredentials({ ...deps, session }),

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
      if (!response.ok) return fail(toLoyaltyFailure(response.error))
      await remove()
      return ok(undefined)
    },
  }
}
