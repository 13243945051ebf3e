import { expect, test } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import { authWorld } from './testing/account-world.ts'
import { signedIn } from '../session/testing/coach.ts'
import { createAuth } from './create-account.ts'
import { memoryTabs } from '../session/testing/memory-browser.ts'
import { fault, providerOf } from '../session/providers/testing/fake-provider.ts'

const name = { firstName: 'Bia', lastName: 'Nunes' }

test('a new name is on this device at once, in every tab, with the tokens that say so', async () => {
  const stored = signedIn()
  const join = memoryTabs()
  const here = authWorld({ stored, tabs: join() })
  const there = createAuth(authWorld({ stored, tabs: join() }).deps)
  await there.check()
  const auth = createAuth(here.deps)
  await auth.check()
  expect(await auth.rename(name)).toEqual(ok(undefined))
  const renamed = { ...name, userID: 'user-1', accessToken: 'access-2', locale: 'pt-BR' }
  expect(auth.state()).toMatchObject({ user: renamed })
  expect(stored.get('currentUser')).toMatchObject(renamed)
  expect(stored.get('currentUser')).not.toHaveProperty('identityToken')
  await expect.poll(() => there.state()).toMatchObject({ user: renamed })
})

test.each([
  ['network', 'error.network'],
  ['service', 'error.server'],
  ['too-many-requests', 'error.tooManyRequests'],
  ['session-ended', 'error.signInNeeded'],
  ['other', 'error.server'],
] as const)('a name that meets %s stays as it was', async (kind, message) => {
  const stored = signedIn()
  const { deps } = authWorld({ stored, provider: providerOf({ rename: async () => fail(fault(kind)) }) })
  expect(await createAuth(deps).rename(name)).toEqual(fail({ message }))
  expect(stored.get('currentUser')).toMatchObject({ firstName: 'Ana' })
})

test('a coach who signs out meanwhile stays signed out', async () => {
  const stored = signedIn()
  const provider = providerOf()
  const answer = Promise.withResolvers<void>()
  const { deps } = authWorld({
    stored,
    provider: { ...provider, rename: (to) => answer.promise.then(() => provider.rename(to)) },
  })
  const auth = createAuth(deps)
  const renaming = auth.rename(name)
  await auth.signOut()
  answer.resolve()
  await renaming
  expect(stored.has('currentUser')).toBe(false)
  expect(auth.state().status).toBe('anonymous')
})

test('nobody is renamed who is not signed in', async () => {
  expect(await createAuth(authWorld().deps).rename(name)).toEqual(fail({ message: 'error.signInNeeded' }))
})
