import { createAmplifyContext } from 'aws-amplify'
import {
  AUTH_KEY_PREFIX,
  createAWSCredentialsAndIdentityIdProvider,
  createKeysForAuthStorage,
  createUserPoolsTokenProvider,
} from 'aws-amplify/adapter-core'
import { ConsoleLogger } from 'aws-amplify/utils'
import type { Env } from '../../../config/env.ts'
import type { PoolName } from '../../../config/locales.ts'
import type { TokenStorage } from './token-storage.ts'

/** The names of a pool's tokens in the token storage. */
const tokenNames = { username: 'LastAuthUser', refreshToken: 'refreshToken' } as const

/**
 * Amplify for one user pool. A context of its own instead of `Amplify.configure`: two pools (a coach who changes
 * country, the tests) then never reconfigure each other.
 */
export const createUserPoolContext = (env: Env, pool: PoolName, storage: TokenStorage) => {
  // It warns of every endpoint that is not Amazon's, and of what this app handles and says itself.
  ConsoleLogger.LOG_LEVEL = 'ERROR'
  const { userPoolId, webClientId } = env.pools[pool]
  const auth = {
    Cognito: {
      userPoolId,
      userPoolClientId: webClientId,
      identityPoolId: env.identityPoolId,
      allowGuestAccess: false,
      ...(env.userPoolEndpoint && { userPoolEndpoint: env.userPoolEndpoint }),
      ...(env.identityPoolEndpoint && { identityPoolEndpoint: env.identityPoolEndpoint }),
    },
  }
  const context = createAmplifyContext(
    { Auth: auth },
    {
      Auth: {
        tokenProvider: createUserPoolsTokenProvider(auth, storage),
        credentialsProvider: createAWSCredentialsAndIdentityIdProvider(auth, storage),
      },
    },
  )

  const prefix = `${AUTH_KEY_PREFIX}.${webClientId}.`

  /** Amplify does not hand the refresh token out: it is read where Amplify stores it. */
  const refreshToken = async (): Promise<string> => {
    const username = await storage.getItem(`${prefix}${tokenNames.username}`)
    const keys = createKeysForAuthStorage(AUTH_KEY_PREFIX, `${webClientId}.${username}`)
    return (await storage.getItem(keys[tokenNames.refreshToken])) ?? ''
  }

  /**
   * Removes all tokens of the pool here at once; resolves to the refresh tokens among them. Amplify's own sign-out keeps
   * them until the pool has responded, and knows those of the last sign-in only.
   */
  const forget = async (): Promise<string[]> => {
    const stored = (await storage.keys()).filter((key) => key.startsWith(prefix))
    const refreshKeys = stored.filter((key) => key.endsWith(`.${tokenNames.refreshToken}`))
    const refreshTokens = await Promise.all(refreshKeys.map(storage.getItem))
    await Promise.all(stored.map(storage.removeItem))
    await context.clearCredentials()
    return refreshTokens.filter((token) => token !== null)
  }

  return { context, refreshToken, forget }
}

export type UserPoolContext = ReturnType<typeof createUserPoolContext>
