import { expect, test } from 'vitest'
import { extendedProfileService } from '../contract/extended-profile.ts'
import { createServiceClient } from '../contract/service-client.ts'
import { ok } from '../lib/result.ts'
import { authWorld } from './testing/account-world.ts'
import { email, input, password } from '../session/testing/coach.ts'
import { createAuth } from './create-account.ts'
import { providerOf } from '../session/providers/testing/fake-provider.ts'
import { owed } from './testing/pending-follow-ups.ts'

test('what was told is in the profile from the first sign-in on', async () => {
  const { world, deps } = authWorld()
  const auth = createAuth(deps)
  await auth.signUp('pt-BR', input)
  expect(world.profile.stored).toEqual({})
  await auth.confirm('pt-BR', email, '123456')
  const told = {
    firstName: 'Ana',
    lastName: 'Silva',
    honorificPrefix: 'Ms',
    job: 'coach',
    sportType: 'football',
  }
  await expect.poll(() => world.profile.stored).toEqual({ ...told, workFrom: 'BR' })
  await expect.poll(() => owed(world)).toEqual([])
})

test('a profile that does not get through is told at the next start', async () => {
  const { world, deps } = authWorld()
  world.profile.fails = true
  const auth = createAuth(deps)
  await auth.signUp('pt-BR', input)
  await auth.confirm('pt-BR', email, '123456')
  await expect.poll(() => world.logged.join()).toContain('The profile was not recorded yet')
  expect(owed(world)).toEqual(['profile'])
  world.profile.fails = false
  await createAuth(deps).check()
  await expect.poll(() => world.profile.stored).toMatchObject({ job: 'coach' })
})

test('a profile that the coach has changed since stays as it is', async () => {
  const { world, deps } = authWorld()
  const auth = createAuth(deps)
  await auth.signUp('pt-BR', input)
  world.profile.stored = { job: 'teacher' }
  await auth.signIn('pt-BR', email, password)
  await expect.poll(() => owed(world)).toEqual([])
  expect(world.profile.stored).toEqual({ job: 'teacher' })
})

/** A world whose extended profile answers when it is let. */
const slowProfile = () => {
  const { world, deps } = authWorld()
  const gate = Promise.withResolvers<void>()
  const fetch = async (url: string, { body }: RequestInit): Promise<Response> => {
    await gate.promise
    if (url.endsWith('/update') && typeof body === 'string') world.profile.stored = JSON.parse(body)
    return Response.json({ profile: world.profile.stored })
  }
  const client = createServiceClient({ service: extendedProfileService, address: '', fetch })
  return { world, deps: { ...deps, extendedProfile: { ...deps.extendedProfile, client } }, gate }
}

test('who reads the profile straight after the sign-up waits for the telling that is under way', async () => {
  const { world, deps, gate } = slowProfile()
  const auth = createAuth(deps)
  await auth.signUp('pt-BR', input)
  expect(await auth.confirm('pt-BR', email, '123456')).toMatchObject({ value: 'signed-in' })
  const read = auth.profileTold().then(() => world.profile.stored)
  gate.resolve()
  expect(await read).toMatchObject({ job: 'coach' })
})

test('who reads it after a reload that cut the telling off waits for the next one', async () => {
  const { world, deps, gate } = slowProfile()
  const before = createAuth(deps)
  await before.signUp('pt-BR', input)
  await before.confirm('pt-BR', email, '123456')
  const after = createAuth(deps)
  await after.check()
  const read = after.profileTold().then(() => world.profile.stored)
  gate.resolve()
  expect(await read).toMatchObject({ job: 'coach' })
})

test('a consent service that never answers does not keep the profile from being told', async () => {
  const { world, deps } = authWorld()
  world.profile.fails = true
  const call = () => new Promise<never>(() => undefined)
  await createAuth({ ...deps, consent: { call } }).signUp('pt-BR', input)
  await createAuth({ ...deps, consent: { call } }).signIn('pt-BR', email, password)
  await expect.poll(() => world.logged.join()).toContain('The profile was not recorded yet')
  world.profile.fails = false
  await createAuth({ ...deps, consent: { call } }).check()
  await expect.poll(() => world.profile.stored).toMatchObject({ job: 'coach' })
})

test.each([
  ['fails', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['never answers', () => new Promise<never>(() => undefined)],
])('an extended profile that %s does not block its readers', async (_, fetch) => {
  const { world, deps } = authWorld()
  const client = createServiceClient({ service: extendedProfileService, address: '', fetch })
  const auth = createAuth({ ...deps, extendedProfile: { ...deps.extendedProfile, client } })
  await auth.signUp('pt-BR', input)
  await auth.confirm('pt-BR', email, '123456')
  await auth.profileTold()
  expect(owed(world)).toContain('profile')
  expect(world.sleeps.every((ms) => ms <= 5000)).toBe(true)
})

test('what a reload cut off before the outbox had it is captured at the next start', async () => {
  // The pool does not say whose account goes on, so that the events wait for the sign-in.
  const { world, deps } = authWorld({ provider: providerOf({ signUp: async () => ok({ verified: false }) }) })
  const never = () => new Promise<never>(() => undefined)
  const auth = createAuth({ ...deps, events: { ...deps.events, registered: never } })
  await auth.signUp('pt-BR', input)
  void auth.confirm('pt-BR', email, '123456')
  await expect.poll(() => world.stored.has('currentUser')).toBe(true)
  expect(owed(world)).toContain('events')
  await createAuth(deps).check()
  await expect.poll(() => owed(world)).toEqual([])
  expect(world.captured.map(({ event }) => event)).toContain('registered')
})

test('nobody waits where nobody is signed in', async () => {
  const { world, deps } = authWorld()
  const auth = createAuth(deps)
  await auth.check()
  await auth.profileTold()
  expect(world.profile.stored).toEqual({})
})
