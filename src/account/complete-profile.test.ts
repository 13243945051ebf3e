import { expect, test } from 'vitest'
import { extendedProfileService } from '../contract/extended-profile.ts'
import { createServiceClient } from '../contract/service-client.ts'
import { ok } from '../lib/result.ts'
import { accountWorld } from './testing/account-world.ts'
import { email, password, signedIn, userIn } from '../session/testing/coach.ts'
import { input } from './testing/sign-up-input.ts'
import { personKeys } from '../session/providers/testing/env.ts'
import { createProvider } from '../session/providers/testing/fake-provider.ts'

test('saves what was entered at sign-up in the profile from the first sign-in on', async () => {
  const { world, openTab } = accountWorld()
  const tab = openTab()
  const registration = { ...input.registration, partner: 'Clube do Bairro' }
  await tab.signUp('pt-BR', { ...input, registration })
  expect(world.profile.stored).toEqual({})
  await tab.confirm('pt-BR', email, '123456')
  const entered = {
    firstName: 'Ana',
    lastName: 'Silva',
    honorificPrefix: 'Ms',
    job: 'coach',
    partner: 'Clube do Bairro',
    workFrom: 'BR',
    sportType: 'football',
  }
  await expect.poll(() => world.profile.stored).toEqual(entered)
  await expect.poll(() => world.followUps()).toEqual([])
})

test('retries a failed completion of the profile at the next start', async () => {
  const { world, openTab } = accountWorld()
  world.profile.fails = true
  const tab = openTab()
  await tab.signUp('pt-BR', input)
  await tab.confirm('pt-BR', email, '123456')
  await expect.poll(() => world.logged.join()).toContain('The profile was not recorded yet')
  expect(world.followUps()).toEqual(['profile'])
  world.profile.fails = false
  await openTab().check()
  await expect.poll(() => world.profile.stored).toMatchObject({ job: 'coach' })
})

test('does not overwrite a profile that the coach has changed since', async () => {
  const { world, openTab } = accountWorld()
  const tab = openTab()
  await tab.signUp('pt-BR', input)
  world.profile.stored = { job: 'teacher' }
  await tab.signIn('pt-BR', email, password)
  await expect.poll(() => world.followUps()).toEqual([])
  expect(world.profile.stored).toEqual({ job: 'teacher' })
})

/** A world whose extended profile responds when the gate opens. */
const slowProfile = () => {
  const { world, openTab } = accountWorld()
  const gate = Promise.withResolvers<void>()
  const fetch = async (url: string, { body }: RequestInit): Promise<Response> => {
    await gate.promise
    if (url.endsWith('/update') && typeof body === 'string') world.profile.stored = JSON.parse(body)
    return Response.json({ profile: world.profile.stored })
  }
  const client = createServiceClient({ service: extendedProfileService, baseUrl: '', fetch })
  return { world, openTab: () => openTab({ extendedProfile: { client, keys: personKeys } }), gate }
}

test('a read straight after the sign-up waits for the completion in progress', async () => {
  const { world, openTab, gate } = slowProfile()
  const tab = openTab()
  await tab.signUp('pt-BR', input)
  expect(await tab.confirm('pt-BR', email, '123456')).toMatchObject({ value: 'signed-in' })
  const read = tab.completeProfile(userIn(world.stored)).then(() => world.profile.stored)
  gate.resolve()
  expect(await read).toMatchObject({ job: 'coach' })
})

test('a read after a reload that interrupted the completion waits for the next completion', async () => {
  const { world, openTab, gate } = slowProfile()
  const before = openTab()
  await before.signUp('pt-BR', input)
  await before.confirm('pt-BR', email, '123456')
  const after = openTab()
  await after.check()
  const read = after.completeProfile(userIn(world.stored)).then(() => world.profile.stored)
  gate.resolve()
  expect(await read).toMatchObject({ job: 'coach' })
})

test('a consent service that never responds does not hold up the completion of the profile', async () => {
  const { world, openTab } = accountWorld()
  world.profile.fails = true
  const call = () => new Promise<never>(() => undefined)
  await openTab({ consent: { call } }).signUp('pt-BR', input)
  await openTab({ consent: { call } }).signIn('pt-BR', email, password)
  await expect.poll(() => world.logged.join()).toContain('The profile was not recorded yet')
  world.profile.fails = false
  await openTab({ consent: { call } }).check()
  await expect.poll(() => world.profile.stored).toMatchObject({ job: 'coach' })
})

test.each([
  ['fails', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['never responds', () => new Promise<never>(() => undefined)],
])('an extended profile that %s does not block its readers', async (_, fetch) => {
  const { world, openTab } = accountWorld()
  const client = createServiceClient({ service: extendedProfileService, baseUrl: '', fetch })
  const tab = openTab({ extendedProfile: { client, keys: personKeys } })
  await tab.signUp('pt-BR', input)
  await tab.confirm('pt-BR', email, '123456')
  await tab.completeProfile(userIn(world.stored))
  expect(world.followUps()).toContain('profile')
  expect(world.sleeps.every((ms) => ms <= 5000)).toBe(true)
})

test('events that a reload interrupted before the outbox had them are captured at the next start', async () => {
  // The pool does not return the id of the account, so the events wait for the sign-in.
  const { world, openTab } = accountWorld({
    provider: createProvider({ signUp: async () => ok({ verified: false }) }),
  })
  const never = () => new Promise<never>(() => undefined)
  const tab = openTab({
    outbox: { add: (name) => (name === 'customer.registered.v1' ? never() : Promise.resolve(ok(undefined))) },
  })
  await tab.signUp('pt-BR', input)
  void tab.confirm('pt-BR', email, '123456')
  await expect.poll(() => world.stored.has('currentUser')).toBe(true)
  expect(world.followUps()).toContain('events')
  await openTab().check()
  await expect.poll(() => world.followUps()).toEqual([])
  expect(world.captured.map(({ event }) => event)).toContain('customer.registered.v1')
})

test('a read does not wait when nothing is left to complete', async () => {
  const { world, openTab } = accountWorld({ stored: signedIn() })
  const tab = openTab()
  await tab.check()
  await tab.completeProfile(userIn(world.stored))
  expect(world.profile.stored).toEqual({})
})
