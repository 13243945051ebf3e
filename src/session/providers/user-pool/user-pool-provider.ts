import {
  confirmSignIn,
  confirmSignUp,
  fetchAuthSession,
  resendSignUpCode,
  signIn,
  signUp,
  updateUserAttributes,
} from 'aws-amplify/auth'
import * as v from 'valibot'
import type { PoolName } from '../../../config/locales.ts'
import { fail, ok } from '../../../lib/result.ts'
import type { AuthProvider, NewAccount, ProviderDeps } from '../provider.ts'
import { createCallUserPool } from './call-user-pool.ts'
import { createLoadPart } from './load-part.ts'
import { createTokenStorage } from './token-storage.ts'
import { forgetChallenge, toNameAttributes, toSignInResult } from './user-pool-challenge.ts'
import { createUserPoolContext } from './user-pool-context.ts'
import { isAlreadyConfirmed, toResult, toSignedInFailure } from './user-pool-failure.ts'
import { createUserPoolPasswords } from './user-pool-passwords.ts'
import { createUserPoolSession, noSession } from './user-pool-session.ts'

export type UserPoolDeps = Omit<ProviderDeps, 'api' | 'now'> & { pool: PoolName }

/** A Cognito user pool. Sign-in uses SRP, which proves the password without sending it. */
export const createUserPoolProvider = ({
  env,
  pool,
  fetch,
  values,
  sleep,
  serverTime,
  withTabLock,
}: UserPoolDeps): AuthProvider => {
  const storage = createTokenStorage(values, sleep)
  const userPoolContext = createUserPoolContext(env, pool, storage)
  /** The configuration and tokens with which Amplify's functions call this pool. */
  const { context } = userPoolContext
  const { webClientId, hostedOrigin } = env.pools[pool]
  const callUserPool = createCallUserPool({ env, pool, fetch })
  const revoke = (refreshToken: string) =>
    callUserPool('RevokeToken', { ClientId: webClientId, Token: refreshToken })
  const { session, signOutLocally } = createUserPoolSession({
    ...userPoolContext,
    storage,
    revoke,
    withTabLock,
  })

  const loadSecondFactor = createLoadPart(async () => {
    const { createUserPoolSecondFactor } = await import('./user-pool-second-factor.ts')
    return createUserPoolSecondFactor({ ...userPoolContext, callUserPool })
  })

  /** Remembers this device. A failure does not end the sign-in, and the next one asks for a code again. */
  const rememberThisDevice = async () => {
    const secondFactor = await loadSecondFactor()
    if (secondFactor.ok) await secondFactor.value.rememberThisDevice()
  }

  /** Records that the pool does not remember this device: it has just asked for a code. */
  const recordAsNotRemembered = () => toResult(userPoolContext.removeRememberedNote)

  const createAccount = ({ email, password, firstName, lastName }: NewAccount) =>
    toResult(async () => {
      const userAttributes = { email, given_name: firstName, family_name: lastName }
      const response = await signUp(context, { username: email, password, options: { userAttributes } })
      return { userID: v.parse(v.string(), response.userId), verified: response.isSignUpComplete }
    })

  const resendCode = (email: string) =>
    toResult(async () => {
      await resendSignUpCode(context, { username: email })
    })

  return {
    verifiedBy: 'code',

    signUp: async (account) => {
      const creation = await createAccount(account)
      if (creation.ok || creation.error.kind !== 'user-exists') return creation
      // The pool also reports an unconfirmed account as existing. Only such an account can get another code.
      const resend = await resendCode(account.email)
      if (resend.ok) return ok({ verified: false })
      return resend.error.kind === 'user-confirmed' ? creation : resend
    },

    confirm: async (email, code) =>
      toResult(async () => {
        try {
          await confirmSignUp(context, { username: email, confirmationCode: code })
        } catch (error) {
          if (!isAlreadyConfirmed(error)) throw error
        }
      }),

    resendCode,

    signIn: async (email, password) => {
      // Amplify refuses a sign-in while a session is stored.
      await signOutLocally()
      return toSignInResult(await toResult(() => signIn(context, { username: email, password })), session)
    },

    answerChallenge: async ({ value, name = {}, rememberDevice = false }) => {
      // Loads the code in parallel with the check of the answer.
      if (rememberDevice) void loadSecondFactor()
      await signOutLocally()
      const options = { userAttributes: toNameAttributes(name) }
      const response = await toResult(() => confirmSignIn(context, { challengeResponse: value, options }))
      if (response.ok && response.value.isSignedIn) {
        if (rememberDevice) await rememberThisDevice()
        else await recordAsNotRemembered()
      }
      return toSignInResult(response, session)
    },

    forgetChallenge,

    session,

    rename: async ({ firstName, lastName }) => {
      const currentSession = await session()
      if (!currentSession.ok) return currentSession
      const userAttributes = { given_name: firstName, family_name: lastName }
      const response = await toResult(
        () => updateUserAttributes(context, { userAttributes }),
        toSignedInFailure,
      )
      // The name is part of the identity token, so the session needs a new one.
      return response.ok ? session({ fresh: true }) : response
    },

    ...createUserPoolPasswords({ context, env, pool, serverTime, callUserPool, session, signOutLocally }),

    loadSecondFactor,

    // Loaded on demand, because most sign-ins use the password.
    loadPasskeys: createLoadPart(async () => {
      const { createUserPoolPasskeys } = await import('./user-pool-passkeys.ts')
      return createUserPoolPasskeys({ context, session, signOutLocally })
    }),

    // The hosted page. Loaded on demand, because most pools have none, and most coaches do not use it.
    ...(hostedOrigin !== undefined && {
      loadHosted: createLoadPart(async () => {
        const { createUserPoolHosted } = await import('./user-pool-hosted.ts')
        return createUserPoolHosted({
          hostedOrigin,
          webClientId,
          fetch,
          storage,
          session,
          revoke,
          signOutLocally,
        })
      }),
    }),

    requestStorageCredentials: async () => {
      // Amplify caches credentials by the identity token. Clearing them makes it request new ones.
      await context.clearCredentials()
      // Under the lock, because fetching credentials may refresh the tokens.
      const authSession = await toResult(() => withTabLock(() => fetchAuthSession(context)))
      if (!authSession.ok) return authSession
      const { credentials, identityId } = authSession.value
      if (!credentials?.sessionToken || !credentials.expiration || !identityId) return fail(noSession)
      const { accessKeyId, secretAccessKey, sessionToken, expiration } = credentials
      return ok({ identityId, accessKeyId, secretAccessKey, sessionToken, expiration: expiration.getTime() })
    },

    signOut: signOutLocally,
  }
}
