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
 * Amplify for one user pool. It uses its own context instead of `Amplify.configure`, so that two pools never
 * reconfigure each other: a coach can change country, and the tests use several pools.
 */
export const createUserPoolContext = (env: Env, pool: PoolName, storage: TokenStorage) => {
  // Amplify warns about endpoints outside Amazon and about failures that this app shows itself.
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

  /** Reads the refresh token from Amplify's storage, because Amplify does not expose it. */
  const refreshToken = async (): Promise<string> => {
    const username = await storage.getItem(`${prefix}${tokenNames.username}`)
    const keys = createKeysForAuthStorage(AUTH_KEY_PREFIX, `${webClientId}.${username}`)
    return (await storage.getItem(keys[tokenNames.refreshToken])) ?? ''
  }

  /**
   * Removes all tokens of the pool from this device immediately; resolves to the refresh tokens among them.
   * Amplify's own sign-out keeps the tokens until the pool has responded, and only knows the last sign-in's.
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
