import { afterAll, beforeAll, expect, test } from 'vitest'
import { authProviderContract } from '../src/session/providers/testing/auth-provider.contract.ts'
import { providersOf } from './providers.ts'
import { startStandIns, type StandIns } from './start-stand-ins.ts'

let services: StandIns
beforeAll(async () => {
  services = await startStandIns()
})
afterAll(() => services.close())

authProviderContract('the user pool', 'code', () => providersOf(services, { pool: 'BR' }).harness)

const password = 'Barriers-2026!'

test('stores tokens on the device, never the password', async () => {
  const { on, devices } = providersOf(services, { pool: 'GB' })
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
  const { on } = providersOf(services, { pool: 'BR' })
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
  const { on } = providersOf(services, { pool: 'NZ' })
  const [phone, laptop] = [on('phone'), on('laptop')]
  await phone.signIn('coach.nz@example.com', password)
  await laptop.signIn('coach.nz@example.com', password)
  expect(await phone.signOutEverywhere()).toMatchObject({ ok: true })
  expect(await laptop.session({ fresh: true })).toMatchObject({ error: { kind: 'session-ended' } })
})
