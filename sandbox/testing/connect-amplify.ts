import { Amplify } from 'aws-amplify'
import { signOut } from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { ConsoleLogger } from 'aws-amplify/utils'
import { hostedScopes } from '../../src/config/hosted-sign-in.ts'
import { identityPool, userPools } from '../shared/settings.ts'
import { useNativeAmplify } from './native-amplify.ts'
import type { TestSandbox } from './start-test-sandbox.ts'

const stored = new Map<string, string>()

/**
 * Configures the real Amplify for one pool of a test's sandbox, signed out. `returns` are the addresses to which
 * the hosted page of the pool leads back.
 */
export const connectAmplify = async (
  sandbox: TestSandbox,
  country: string,
  returns?: { callback: string; logout: string },
) => {
  const pool = userPools.find((candidate) => candidate.pool === country)
  if (!pool) throw new Error(`There is no pool for ${country}.`)
  const url = sandbox.addresses().userPool
  // Hides Amplify's warning that the endpoint is not Amazon's.
  ConsoleLogger.LOG_LEVEL = 'ERROR'
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: pool.userPoolId,
        userPoolClientId: pool.clientId,
        identityPoolId: identityPool.id,
        userPoolEndpoint: url,
        identityPoolEndpoint: url,
        ...(returns && {
          loginWith: {
            oauth: {
              domain: new URL(url).host,
              scopes: [...hostedScopes],
              redirectSignIn: [returns.callback],
              redirectSignOut: [returns.logout],
              responseType: 'code',
            },
          },
        }),
      },
    },
  })
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => void stored.set(key, value),
    getItem: async (key) => stored.get(key) ?? null,
    removeItem: async (key) => void stored.delete(key),
    clear: async () => stored.clear(),
  })
  useNativeAmplify()
  await signOut()
  // Amplify does not wait until its storage is cleared, and keeps the data of other pools.
  stored.clear()
  return pool
}

/** Returns the tokens that Amplify has stored, as a thief of the phone would read them. */
export const storedTokens = () => {
  const read = (name: string) => [...stored].find(([key]) => key.endsWith(`.${name}`))?.[1] ?? ''
  return { refreshToken: read('refreshToken'), accessToken: read('accessToken'), idToken: read('idToken') }
}

/** Replaces a value that Amplify has stored, by the end of its key. */
export const replaceStored = (name: string, value: string): void => {
  for (const key of stored.keys()) if (key.endsWith(`.${name}`)) stored.set(key, value)
}
