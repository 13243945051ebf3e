import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConsoleLogger } from 'aws-amplify/utils'
import { vendorCredential, personKeyOf } from '../../sandbox/person-services/credentials.ts'
import { identityPool, storage, userPools } from '../../sandbox/pools.ts'
import type { SandboxOptions } from '../../sandbox/start-sandbox.ts'
import { startTestSandbox } from '../../sandbox/testing/start-test-sandbox.ts'
import { parseEnv } from '../../src/config/env.ts'
import { localeCodes } from '../../src/config/locales.ts'

type Addresses = { userPool: string; personServices: string }

/** The variables of an app around these stand-ins. */
const variablesOf = ({ userPool, personServices }: Addresses): Record<string, string> => {
  const marketing = `${personServices}/marketing-profile`
  return {
    VITE_USER_POOLS: JSON.stringify(
      Object.fromEntries(
        userPools.map(({ country, userPoolId, clientId }) => [
          country,
          { userPoolId, webClientId: clientId },
        ]),
      ),
    ),
    VITE_USER_POOL_ENDPOINT: userPool,
    VITE_IDENTITY_POOL_ID: identityPool.id,
    VITE_IDENTITY_POOL_ENDPOINT: userPool,
    VITE_STORAGE_REGION: storage.region,
    VITE_STORAGE_BUCKET: storage.bucket,
    VITE_LOYALTY_ADDRESS: `${personServices}/loyalty`,
    VITE_LOYALTY_VENDOR: vendorCredential,
    VITE_MARKETING_PROFILE_ADDRESSES: JSON.stringify({ US: marketing, EU: marketing, SG: marketing }),
    VITE_EXTENDED_PROFILE_ADDRESS: `${personServices}/extended-profile`,
    VITE_CONSENT_ADDRESS: `${personServices}/consent`,
    VITE_PERSON_KEYS: JSON.stringify(
      Object.fromEntries(localeCodes.map((code) => [code, personKeyOf(code)])),
    ),
  }
}

/** Runs the product API in a process of its own, on a free port, and resolves when it answers. */
const startProduct = async (variables: Record<string, string>) => {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  const origin = await new Promise<string>((resolve, reject) => {
    let told = ''
    child.stdout.on('data', (chunk: Buffer) => {
      told += chunk.toString()
      const [, ready] = /ready at (\S+) /.exec(told) ?? []
      if (ready !== undefined) resolve(ready)
    })
    child.once('exit', (code) => reject(new Error(`The product API ended with ${code}.`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { origin, stop }
}

/** The stand-ins and a product API of a test's own, each on free ports. */
export const startServices = async (options: Partial<SandboxOptions> = {}) => {
  // It warns at every start that the endpoint is not Amazon's.
  ConsoleLogger.LOG_LEVEL = 'ERROR'
  const sandbox = await startTestSandbox(options)
  const directory = await mkdtemp(join(tmpdir(), 'product-'))
  const variables = variablesOf(sandbox.addresses())
  const product = await startProduct({
    ...variables,
    PORT: '0',
    DATA_DIR: join(directory, 'data'),
    STATIC_DIR: directory,
    LOG_LEVEL: 'error',
    LOGINS_PER_MINUTE: '10000',
    REQUESTS_PER_MINUTE: '100000',
    STORAGE_DEVELOPER_PROVIDER: identityPool.developerProvider,
    STORAGE_DEVELOPER_KEY_ID: identityPool.developerKey.accessKeyId,
    STORAGE_DEVELOPER_KEY_SECRET: identityPool.developerKey.secretAccessKey,
  })
  return {
    sandbox,
    env: parseEnv(variables),
    origin: product.origin,
    codeFor: async (email: string) => (await sandbox.mailTo(email))[0]?.code ?? '',
    close: async () => {
      await product.stop()
      await sandbox.remove()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export type RunningServices = Awaited<ReturnType<typeof startServices>>
