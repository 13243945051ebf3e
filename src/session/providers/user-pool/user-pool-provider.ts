import {
  confirmResetPassword,
  confirmSignUp,
  fetchAuthSession,
  resendSignUpCode,
  resetPassword,
  signIn,
  signUp,
  updatePassword,
  updateUserAttributes,
} from 'aws-amplify/auth'
import * as v from 'valibot'
import type { Env } from '../../../config/env.ts'
import type { PoolName } from '../../../config/locales.ts'
import type { Fetch } from '../../../lib/http/request-json.ts'
import { fail, ok } from '../../../lib/result.ts'
import { callAws } from '../call-aws.ts'
import type { AuthProvider, NewAccount, ProviderDeps } from '../provider.ts'
import { createCheckPassword } from './check-password.ts'
import { createTokenStorage } from './token-storage.ts'
import { createUserPoolContext, type UserPoolContext } from './user-pool-context.ts'
import {
  attempt,
  faultNamed,
  isConfirmedAlready,
  signedInFault,
  unfinishedSignIn,
} from './user-pool-fault.ts'
import { createUserPoolSession, noSession } from './user-pool-session.ts'

export type UserPoolDeps = Omit<ProviderDeps, 'api' | 'now'> & { pool: PoolName }

type Operation = 'GlobalSignOut' | 'RevokeToken'

/** Calls a user pool directly if Amplify would remove this device's tokens too early or too late. */
const createCallPool = ({ env, pool, fetch }: { env: Env; pool: PoolName; fetch: Fetch }) => {
  const { userPoolId } = env.pools[pool]
  const [region] = userPoolId.split('_')
  const address = env.userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com`
  return (operation: Operation, body: object) =>
    callAws(fetch, { address, target: `AWSCognitoIdentityProviderService.${operation}`, body })
}

type Deps = Pick<UserPoolContext, 'context'> & {
  callPool: ReturnType<typeof createCallPool>
  session: AuthProvider['session']
  leave: () => Promise<void>
}

type Passwords = Pick<AuthProvider, 'requestReset' | 'resetPassword' | 'changePassword' | 'signOutEverywhere'>

/** Replaces a forgotten password, changes a known one, and ends all sessions. */
const createUserPoolPasswords = ({ context, callPool, session, leave }: Deps): Passwords => ({
  requestReset: (email) =>
    attempt(async () => {
      await resetPassword(context, { username: email })
    }),

  resetPassword: ({ email, code, password }) =>
    attempt(() =>
      confirmResetPassword(context, { username: email, confirmationCode: code, newPassword: password }),
    ),

  changePassword: (oldPassword, newPassword) =>
    attempt(() => updatePassword(context, { oldPassword, newPassword }), signedInFault),

  // Amplify's own global sign-out removes the tokens even if it could not call the pool.
  signOutEverywhere: async () => {
    const current = await session()
    if (!current.ok) return current
    const ended = await callPool('GlobalSignOut', { AccessToken: current.value.accessToken })
    if (!ended.ok) return fail(faultNamed(ended.error.kind === 'unreadable' ? 'Unknown' : ended.error.name))
    await leave()
    return ok(undefined)
  },
})

/** A Cognito user pool. Sign-in uses SRP, so the password leaves the device only once, at sign-up. */
export const createUserPoolProvider = ({
  env,
  pool,
  fetch,
  values,
  sleep,
  exclusive,
}: UserPoolDeps): AuthProvider => {
  const storage = createTokenStorage(values, sleep)
  const amplify = createUserPoolContext(env, pool, storage)
  const { context } = amplify
  const callPool = createCallPool({ env, pool, fetch })
  const ClientId = env.pools[pool].webClientId
  const revoke = (Token: string) => callPool('RevokeToken', { ClientId, Token })
  const { session, leave } = createUserPoolSession({ ...amplify, storage, revoke, exclusive })

  const create = ({ email, password, firstName, lastName }: NewAccount) =>
    attempt(async () => {
      const userAttributes = { email, given_name: firstName, family_name: lastName }
      const made = await signUp(context, { username: email, password, options: { userAttributes } })
      return { userID: v.parse(v.string(), made.userId), verified: made.isSignUpComplete }
    })

  const resendCode = (email: string) =>
    attempt(async () => {
      await resendSignUpCode(context, { username: email })
    })

  return {
    verifiedBy: 'code',

    signUp: async (account) => {
      const made = await create(account)
      if (made.ok || made.error.kind !== 'user-exists') return made
      // An unconfirmed account counts as existing, and only an unconfirmed account can get another code.
      const sent = await resendCode(account.email)
      if (sent.ok) return ok({ verified: false })
      return sent.error.kind === 'user-confirmed' ? made : sent
    },

    confirm: async (email, code) =>
      attempt(async () => {
        try {
          await confirmSignUp(context, { username: email, confirmationCode: code })
        } catch (error) {
          if (!isConfirmedAlready(error)) throw error
        }
      }),

    resendCode,

    signIn: async (email, password) => {
      // Amplify refuses a sign-in while a session is stored.
      await leave()
      const signedIn = await attempt(() => signIn(context, { username: email, password }))
      if (!signedIn.ok) return signedIn
      const { signInStep } = signedIn.value.nextStep
      if (signInStep === 'DONE') return session()
      return fail(unfinishedSignIn(signInStep))
    },

    session,

    rename: async ({ firstName, lastName }) => {
      const current = await session()
      if (!current.ok) return current
      const userAttributes = { given_name: firstName, family_name: lastName }
      const renamed = await attempt(() => updateUserAttributes(context, { userAttributes }), signedInFault)
      // The name is part of the identity token, so the session needs a new one.
      return renamed.ok ? session({ fresh: true }) : renamed
    },

    ...createUserPoolPasswords({ context, callPool, session, leave }),
    checkPassword: createCheckPassword({ env, pool }),

    storageCredentials: async () => {
      // Amplify caches credentials by the identity token. Clearing them makes it request new ones.
      await context.clearCredentials()
      const fetched = await attempt(() => exclusive(() => fetchAuthSession(context)))
      if (!fetched.ok) return fetched
      const { credentials, identityId } = fetched.value
      if (!credentials?.sessionToken || !credentials.expiration || !identityId) return fail(noSession)
      const { accessKeyId, secretAccessKey, sessionToken, expiration } = credentials
      return ok({ identityId, accessKeyId, secretAccessKey, sessionToken, expiration: expiration.getTime() })
    },

    signOut: leave,
  }
}
