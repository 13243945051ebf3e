import { expect, test } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import { accountWorld } from './testing/account-world.ts'
import { hour, sessionUntil, signedIn } from '../session/testing/coach.ts'
import { memoryTabs } from '../session/testing/memory-browser.ts'
import { fault, createProvider } from '../session/providers/testing/fake-provider.ts'

const name = { firstName: 'Bia', lastName: 'Nunes' }

test('stores a new name on this device at once, in every tab, with the tokens that contain it', async () => {
  const stored = signedIn()
  const join = memoryTabs()
  const there = accountWorld({ stored, tabs: join() }).openTab()
  await there.check()
  const tab = accountWorld({ stored, tabs: join() }).openTab()
  await tab.check()
  expect(await tab.rename('user-1', name)).toEqual(ok(undefined))
  const renamed = { ...name, userID: 'user-1', accessToken: 'access-2', locale: 'pt-BR' }
  expect(tab.state()).toMatchObject({ user: renamed })
  expect(stored.get('currentUser')).toMatchObject(renamed)
  expect(stored.get('currentUser')).not.toHaveProperty('identityToken')
  await expect.poll(() => there.state()).toMatchObject({ user: renamed })
})

test.each([
  ['network', 'error.network'],
  ['service', 'error.providerUnavailable'],
  ['too-many-requests', 'error.tooManyRequests'],
  ['session-ended', 'error.signInNeeded'],
  ['other', 'error.server'],
] as const)('keeps the old name when the change fails with %s', async (kind, message) => {
  const stored = signedIn()
  const { openTab } = accountWorld({
    stored,
    provider: createProvider({ rename: async () => fail(fault(kind)) }),
  })
  expect(await openTab().rename('user-1', name)).toEqual(fail({ message }))
  expect(stored.get('currentUser')).toMatchObject({ firstName: 'Ana' })
})

test('a coach who signs out during the change stays signed out', async () => {
  const stored = signedIn()
  const provider = createProvider()
  const answer = Promise.withResolvers<void>()
  const { openTab } = accountWorld({
    stored,
    provider: { ...provider, rename: (to) => answer.promise.then(() => provider.rename(to)) },
  })
  const tab = openTab()
  const renaming = tab.rename('user-1', name)
  await tab.signOut('user-1')
  answer.resolve()
  await renaming
  expect(stored.has('currentUser')).toBe(false)
  expect(tab.state().status).toBe('anonymous')
})

test('a renewal that began before the change does not restore the old name', async () => {
  const stored = signedIn()
  const asked = Promise.withResolvers<void>()
  const given = Promise.withResolvers<void>()
  const { openTab } = accountWorld({
    stored,
    provider: createProvider({
      session: async () => {
        const before = ok(sessionUntil(hour))
        asked.resolve()
        await given.promise
        return before
      },
    }),
  })
  const tab = openTab()
  const renewing = tab.renew('user-1')
  await asked.promise
  await tab.rename('user-1', name)
  given.resolve()
  expect(await renewing).toEqual(ok(undefined))
  expect(stored.get('currentUser')).toMatchObject(name)
  expect(tab.state()).toMatchObject({ user: name })
})

test('does not rename a coach who is signed out', async () => {
  expect(await accountWorld().openTab().rename('user-1', name)).toEqual(
    fail({ message: 'error.signInNeeded' }),
  )
})
