import { createAmplifyContext } from 'aws-amplify'
import {
  AUTH_KEY_PREFIX,
  createAWSCredentialsAndIdentityIdProvider,
  createUserPoolsTokenProvider,
} from 'aws-amplify/adapter-core'
import { ConsoleLogger } from 'aws-amplify/utils'
import type { Env } from '../../../config/env.ts'
import type { PoolName } from '../../../config/locales.ts'
import type { TokenStorage } from './token-storage.ts'

/**
 * How the keys of Amplify's token storage end: for the name of the user who signed in last, and for the
 * refresh token of a user.
 */
const amplifyKeySuffixes = { lastUser: 'LastAuthUser', refreshToken: 'refreshToken' } as const

/** How the key ends under which Amplify stores the id that the pool has given to a user's device. */
const deviceKeySuffix = 'deviceKey'

/** How the keys of all that Amplify stores of a user's device end. */
const deviceSuffixes = [deviceKeySuffix, 'deviceGroupKey', 'randomPasswordKey'] as const

/** How the key of our own note ends, that a user's device is remembered. */
const rememberedSuffix = 'rememberedDevice'

/**
 * Creates the Amplify context of one user pool. It is used instead of `Amplify.configure`, so that two pools
 * never reconfigure each other. A coach can change country, and the tests use several pools. The exception are
 * Amplify's functions for the passkeys of a signed-in coach, which take no context (`user-pool-passkeys.ts`).
 */
export const createUserPoolContext = (env: Env, pool: PoolName, storage: TokenStorage) => {
  // Hides Amplify's warnings about endpoints outside Amazon and about failures that this app shows itself.
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

  /** The keys of this pool in Amplify's storage begin with this prefix. */
  const keyPrefix = `${AUTH_KEY_PREFIX}.${webClientId}.`

  const findLastUser = () => storage.getItem(`${keyPrefix}${amplifyKeySuffixes.lastUser}`)

  /**
   * Reads the refresh token of the last sign-in from Amplify's storage, because Amplify does not expose it.
   * Empty if there is none.
   */
  const readRefreshToken = async (): Promise<string> => {
    const username = await findLastUser()
    if (username === null) return ''
    return (await storage.getItem(`${keyPrefix}${username}.${amplifyKeySuffixes.refreshToken}`)) ?? ''
  }

  /**
   * Notes that the device of the signed-in user is remembered. Only then does it survive a sign-out, because its
   * key says who was here.
   */
  const writeRememberedNote = async (): Promise<void> =>
    storage.setItem(`${keyPrefix}${await findLastUser()}.${rememberedSuffix}`, 'true')

  /** Removes the note. The next sign-out then removes the device, too. */
  const removeRememberedNote = async (): Promise<void> =>
    storage.removeItem(`${keyPrefix}${await findLastUser()}.${rememberedSuffix}`)

  /** Reads the key of the signed-in user's device, if the pool tracks devices. */
  const readDeviceKey = async (): Promise<string | null> =>
    storage.getItem(`${keyPrefix}${await findLastUser()}.${deviceKeySuffix}`)

  /** Returns the keys that a sign-out retains: those of remembered devices. */
  const listRetainedKeys = (keys: readonly string[]): Set<string> => {
    const users = keys
      .filter((key) => key.endsWith(`.${rememberedSuffix}`))
      .map((key) => key.slice(0, -rememberedSuffix.length))
    return new Set(
      users.flatMap((user) => [...deviceSuffixes, rememberedSuffix].map((suffix) => user + suffix)),
    )
  }

  /**
   * Removes all tokens of the pool from this device immediately, but no remembered device. Resolves to the
   * removed refresh tokens. Amplify's own sign-out retains the tokens until the pool has responded, and only
   * removes those of the last sign-in.
   */
  const clearTokens = async (): Promise<string[]> => {
    const poolKeys = (await storage.keys()).filter((key) => key.startsWith(keyPrefix))
    const retainedKeys = listRetainedKeys(poolKeys)
    const keys = poolKeys.filter((key) => !retainedKeys.has(key))
    const refreshKeys = keys.filter((key) => key.endsWith(`.${amplifyKeySuffixes.refreshToken}`))
    const refreshTokens = await Promise.all(refreshKeys.map((key) => storage.getItem(key)))
    await Promise.all(keys.map((key) => storage.removeItem(key)))
    await context.clearCredentials()
    return refreshTokens.filter((token) => token !== null)
  }

  return { context, readRefreshToken, clearTokens, writeRememberedNote, removeRememberedNote, readDeviceKey }
}

export type UserPoolContext = ReturnType<typeof createUserPoolContext>
