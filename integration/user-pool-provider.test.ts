import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInWithRedirect } from 'aws-amplify/auth'
import { authProviderContract } from '../src/session/providers/testing/auth-provider.contract.ts'
import { createProviders } from './testing/providers.ts'
import { startStandIns, type StandIns } from './testing/start-stand-ins.ts'
import { testEnv } from '../src/session/providers/testing/env.ts'
import { memoryKeyValues } from '../src/platform/storage/testing/memory-key-values.ts'
import { createTokenStorage } from '../src/session/providers/user-pool/token-storage.ts'
import { createUserPoolContext } from '../src/session/providers/user-pool/user-pool-context.ts'
import type { Env } from '../src/config/env.ts'
import { poolNames } from '../src/config/locales.ts'

let services: StandIns
beforeAll(async () => {
  services = await startStandIns()
})
afterAll(() => services.close())

authProviderContract('the user pool', 'code', () => createProviders(services, { pool: 'BR' }).harness)

const password = 'Barriers-2026!'

test('stores tokens on the device, never the password', async () => {
  const { on, devices } = createProviders(services, { pool: 'GB' })
  const device = on('phone')
  await device.signIn('coach.gb@example.com', password)
  expect((await device.session()).ok).toBe(true)
  const stored = devices.get('phone')!
  expect([...stored.keys()].some((key) => key.endsWith('.accessToken'))).toBe(true)
  expect(JSON.stringify([...stored])).not.toContain(password)
  await device.signOut()
  expect([...stored.keys()]).toEqual([])
})

test('keeps the sessions of two pools on one device apart', async () => {
  const { on } = createProviders(services, { pool: 'BR' })
  const brazil = on('phone')
  await brazil.signIn('coach.br@example.com', password)
  const mexico = on('phone', { pool: 'MX' })
  await mexico.signIn('coach.mx@example.com', password)
  expect(await brazil.session()).toMatchObject({ value: { email: 'coach.br@example.com' } })
  expect(await mexico.session()).toMatchObject({ value: { email: 'coach.mx@example.com' } })
  await mexico.signOut()
  expect((await brazil.session()).ok).toBe(true)
})

test('ends the sessions of the other devices when a coach signs out everywhere', async () => {
  const { on } = createProviders(services, { pool: 'NZ' })
  const [phone, laptop] = [on('phone'), on('laptop')]
  await phone.signIn('coach.nz@example.com', password)
  await laptop.signIn('coach.nz@example.com', password)
  expect(await phone.signOutEverywhere()).toMatchObject({ ok: true })
  expect(await laptop.session({ fresh: true })).toMatchObject({ error: { kind: 'session-ended' } })
})

test.each(poolNames)(
  'does not wait for a hosted sign-in, which the pool of %s does not have',
  async (name) => {
    const pool = { userPoolId: 'sa-east-1_Barriers', webClientId: 'client' }
    const pools = Object.fromEntries(poolNames.map((each) => [each, pool])) as Env['pools']
    const storage = createTokenStorage(memoryKeyValues(), async () => undefined)
    const { context } = createUserPoolContext(testEnv({ pools }), name, storage)
    await expect(signInWithRedirect(context)).rejects.toMatchObject({ name: 'OAuthNotConfigureException' })
  },
)
