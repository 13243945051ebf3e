import {
  identityPool,
  getPersonKey,
  storage,
  userPools,
  vendorCredential,
} from '../../sandbox/shared/settings.ts'
import type { SandboxOptions } from '../../sandbox/start-sandbox.ts'
import { startTestSandbox } from '../../sandbox/testing/start-test-sandbox.ts'
import { parseEnv } from '../../src/config/env.ts'
import { localeCodes } from '../../src/config/locales.ts'

type Addresses = { userPool: string; personServices: string }
type HostedPools = NonNullable<SandboxOptions['hostedPools']>

/** The variables of an app that uses these stand-ins. */
const createVariables = (
  { userPool, personServices }: Addresses,
  hostedPools: HostedPools,
): Record<string, string> => {
  const marketing = `${personServices}/marketing-profile`
  return {
    VITE_USER_POOLS: JSON.stringify(
      Object.fromEntries(
        userPools.map(({ pool, userPoolId, clientId }) => [
          pool,
          {
            userPoolId,
            webClientId: clientId,
            ...(hostedPools.includes(pool) && { hostedOrigin: userPool }),
          },
        ]),
      ),
    ),
    VITE_USER_POOL_ENDPOINT: userPool,
    VITE_IDENTITY_POOL_ID: identityPool.id,
    VITE_IDENTITY_POOL_ENDPOINT: userPool,
    VITE_STORAGE_REGION: storage.region,
    VITE_STORAGE_BUCKET: storage.bucket,
    VITE_LOYALTY_ADDRESS: `${personServices}/loyalty`,
    LOYALTY_VENDOR: vendorCredential,
    VITE_MARKETING_PROFILE_ADDRESSES: JSON.stringify({ US: marketing, EU: marketing, SG: marketing }),
    VITE_EXTENDED_PROFILE_ADDRESS: `${personServices}/extended-profile`,
    VITE_CONSENT_ADDRESS: `${personServices}/consent`,
    VITE_PERSON_KEYS: JSON.stringify(
      Object.fromEntries(localeCodes.map((code) => [code, getPersonKey(code)])),
    ),
  }
}

/** Starts separate stand-ins for a test, each on a free port, and returns the app's environment for them. */
export const startStandIns = async (options: Partial<SandboxOptions> = {}) => {
  const sandbox = await startTestSandbox(options)
  const variables = createVariables(sandbox.addresses(), options.hostedPools ?? [])
  return {
    sandbox,
    variables,
    env: parseEnv(variables),
    codeFor: async (email: string) => (await sandbox.mailTo(email))[0]?.code ?? '',
    close: () => sandbox.remove(),
  }
}

export type StandIns = Awaited<ReturnType<typeof startStandIns>>
