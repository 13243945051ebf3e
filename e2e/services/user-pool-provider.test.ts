import { expect, test } from 'vitest'
import { startTestSandbox } from '../../sandbox/testing/start-test-sandbox.ts'
import { identityPool, storage, userPools } from '../../sandbox/pools.ts'
import { memoryKeyValues } from '../../src/auth/auth.fixture.ts'
import { authProviderContract, type ProviderHarness } from '../../src/auth/auth-provider.contract.ts'
import { createUserPoolProvider } from '../../src/auth/user-pool-provider.ts'
import { parseEnv } from '../../src/config/env.ts'
import type { PoolName } from '../../src/config/locales.ts'

const envOf = (address: string) =>
  parseEnv({
    VITE_USER_POOLS: JSON.stringify(
      Object.fromEntries(
        userPools.map(({ country, userPoolId, clientId }) => [
          country,
          { userPoolId, webClientId: clientId },
        ]),
      ),
    ),
    VITE_USER_POOL_ENDPOINT: address,
    VITE_IDENTITY_POOL_ID: identityPool.id,
    VITE_IDENTITY_POOL_ENDPOINT: address,
    VITE_STORAGE_REGION: storage.region,
    VITE_STORAGE_BUCKET: storage.bucket,
  })

/** Runs work one after the other, as the Web Lock of a browser does. */
const oneAtATime = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
}

const offline = async <T>(work: () => Promise<T>): Promise<T> => {
  const { fetch } = globalThis
  globalThis.fetch = async () => {
    throw new TypeError('Failed to fetch')
  }
  try {
    return await work()
  } finally {
    globalThis.fetch = fetch
  }
}

const start = async (pool: PoolName) => {
  const sandbox = await startTestSandbox()
  const devices = new Map<string, Map<string, unknown>>()
  const exclusive = oneAtATime()

  const on: ProviderHarness['on'] = (device) => {
    const stored = devices.get(device) ?? new Map<string, unknown>()
    devices.set(device, stored)
    return createUserPoolProvider({
      env: envOf(sandbox.addresses().userPool),
      pool,
      values: memoryKeyValues(stored),
      sleep: (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
      exclusive,
    })
  }
  const codeFor = async (email: string) => (await sandbox.mailTo(email))[0]?.code ?? ''
  return { sandbox, devices, harness: { on, codeFor, offline, close: () => sandbox.remove() } }
}

authProviderContract('the user pool', async () => (await start('BR')).harness)

test('what is stored on the device is tokens, never the password', async () => {
  const { harness, devices } = await start('GB')
  const device = harness.on('phone')
  await device.signIn('coach.gb@example.com', 'Barriers-2026!')
  expect((await device.session()).ok).toBe(true)
  const stored = devices.get('phone')!
  expect([...stored.keys()].some((key) => key.endsWith('.accessToken'))).toBe(true)
  expect(JSON.stringify([...stored])).not.toContain('Barriers-2026!')
  await device.signOut()
  expect([...stored.keys()]).toEqual([])
  await harness.close()
})

test('two pools on one device keep their sessions apart', async () => {
  const { harness, sandbox, devices } = await start('BR')
  const brazil = harness.on('phone')
  await brazil.signIn('coach.br@example.com', 'Barriers-2026!')
  const mexico = createUserPoolProvider({
    env: envOf(sandbox.addresses().userPool),
    pool: 'MX',
    values: memoryKeyValues(devices.get('phone')),
    sleep: async () => undefined,
    exclusive: oneAtATime(),
  })
  await mexico.signIn('coach.mx@example.com', 'Barriers-2026!')
  expect(await brazil.session()).toMatchObject({ value: { email: 'coach.br@example.com' } })
  expect(await mexico.session()).toMatchObject({ value: { email: 'coach.mx@example.com' } })
  await mexico.signOut()
  expect((await brazil.session()).ok).toBe(true)
  await harness.close()
})
