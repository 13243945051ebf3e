import { expect, test } from 'vitest'
import { createProductApiClient } from '../contract/product-api-client.ts'
import { createDeferred } from '../lib/async/deferred.ts'
import { ok } from '../lib/result.ts'
import { createSession } from './create-session.ts'
import { createProvider } from './providers/testing/fake-provider.ts'
import { signedIn, storedUser } from './testing/coach.ts'
import { sessionWorld } from './testing/session-world.ts'

/** A server that accepts every request and never responds. */
const silentApi = createProductApiClient({ origin: '', fetch: () => new Promise(() => undefined) })

test('clears the session, reports to provider and product API, and clears the cache', async () => {
  let left = 0
  const provider = createProvider({ signOut: async () => void (left += 1) })
  const { world, deps } = sessionWorld({ stored: signedIn(), provider })
  const session = createSession(deps)
  await session.check()
  await session.signOut('user-1')
  expect(session.state()).toEqual({ status: 'anonymous', hasSignedOut: true })
  // The check of the next page keeps this state.
  expect(await session.check()).toEqual({ status: 'anonymous', hasSignedOut: true })
  expect(world.stored.size).toBe(0)
  expect(world.signedOut).toBe(1)
  expect(left).toBe(1)
  expect(world.callNames()).toContain('logout')
})

test('signs out at once without network, and reports to the server at the next check', async () => {
  const { world, deps } = sessionWorld({ stored: signedIn(), responses: {} })
  const session = createSession(deps)
  await session.signOut('user-1')
  expect(session.state()).toEqual({ status: 'anonymous', hasSignedOut: true })
  expect(world.stored.has('currentUser')).toBe(false)
  world.respond('logout', () => ok({ ended: true }))
  const before = world.callNames().length
  await session.check()
  await expect.poll(() => world.stored.size).toBe(0)
  expect(world.callNames().slice(before)).toEqual(['logout'])
  await session.check()
  expect(world.callNames().slice(before)).toEqual(['logout'])
})

test('an unresponsive server delays neither the sign-out nor the next sign-in', async () => {
  const { world, deps } = sessionWorld({ stored: signedIn() })
  const session = createSession({ ...deps, api: silentApi })
  await session.signOut('user-1')
  expect(session.state()).toEqual({ status: 'anonymous', hasSignedOut: true })
  await session.endPrevious()
  expect(world.stored.has('currentUser')).toBe(false)
  // The sign-out still has to be reported, because the cookie may exist.
  expect(world.stored.get('leaving')).toBe('pt-BR')
})

test('runs the work that needs the session first, and leaves the screens before it reports to the server', async () => {
  const { world, deps } = sessionWorld({ stored: signedIn() })
  const session = createSession(deps)
  await session.check()
  const happened: string[] = []
  await session.signOut('user-1', {
    beforeEnd: async () => void happened.push(`before: ${session.state().status}`),
    onEnded: async () => {
      happened.push(`ended: ${session.state().status}, logout sent: ${world.callNames().includes('logout')}`)
    },
  })
  expect(happened).toEqual(['before: authenticated', 'ended: anonymous, logout sent: false'])
  expect(world.callNames()).toContain('logout')
})

test('finishes an interrupted sign-out when the app starts again', async () => {
  const { world, deps } = sessionWorld({ stored: signedIn() })
  const session = createSession(deps)
  await session.check()
  // The app is killed during the delivery of the last entries. A renewal meanwhile changes nothing.
  const reached = createDeferred<void>()
  void session.signOut('user-1', {
    beforeEnd: async () => {
      await session.renew('user-1')
      reached.resolve()
      await new Promise(() => undefined)
    },
  })
  await reached.promise
  const next = createSession(deps)
  expect(await next.check()).toEqual({ status: 'anonymous' })
  expect(world.stored.has('currentUser')).toBe(false)
  expect(world.signedOut).toBe(1)
})

test('keeps a customer signed in who signed in while the last entries were being delivered', async () => {
  const { world, deps } = sessionWorld({ stored: signedIn() })
  const session = createSession(deps)
  await session.check()
  await session.signOut('user-1', {
    beforeEnd: async () => {
      world.stored.set('currentUser', { ...storedUser(), userID: 'user-2' })
    },
  })
  expect(session.customer()).toBe('user-2')
})

test('clears the cache at the next start when the sign-out was interrupted before it', async () => {
  const { world, deps } = sessionWorld({ stored: signedIn() })
  const session = createSession({ ...deps, eraseAtSignOut: () => new Promise(() => undefined) })
  await session.check()
  void session.signOut('user-1')
  await expect.poll(() => session.state().status).toBe('anonymous')
  expect(await createSession(deps).check()).toEqual({ status: 'anonymous' })
  expect(world.signedOut).toBe(1)
})

test.each(['is imported', 'signs out'])(
  'a report whose provider %s only after its time takes nothing of the next coach',
  async (step) => {
    const tokens = new Set(['access-1'])
    const late = createDeferred<void>()
    const after = (name: string) => (name === step ? late.promise : Promise.resolve())
    const provider = createProvider({
      signOut: async () => {
        tokens.clear()
        await after('signs out')
      },
    })
    const { world, deps } = sessionWorld({ stored: signedIn(), provider })
    let isSlow = false
    const session = createSession({
      ...deps,
      loadProvider: async () => {
        if (isSlow) await after('is imported')
        return ok(provider)
      },
    })
    await session.check()
    isSlow = true
    await session.signOut('user-1')
    // The next coach signs in, and closes the app before the session is open.
    tokens.add('access-2')
    world.stored.set('leaving', 'en-GB')
    late.resolve()
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
    expect(tokens).toContain('access-2')
    expect(world.stored.get('leaving')).toBe('en-GB')
  },
)
