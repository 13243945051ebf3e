import { expect, test } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import { sessionWorld } from './testing/session-world.ts'
import { hour, sessionUntil, signedIn, storedUser } from './testing/coach.ts'
import { healthyApi } from './testing/product-api.ts'
import { fault, providerOf } from './providers/testing/fake-provider.ts'
import { createSession } from './create-session.ts'
import type { AuthProvider } from './providers/provider.ts'

test('without a stored session nobody is signed in', async () => {
  const { deps } = sessionWorld()
  const session = createSession(deps)
  expect(session.state()).toEqual({ status: 'authenticating' })
  expect(await session.check()).toEqual({ status: 'anonymous' })
})

test('a stored session that cannot be read is over: it is removed, and the coach signs in again', async () => {
  const { userID: _lost, ...damaged } = storedUser(hour)
  const { world, deps } = sessionWorld({ stored: new Map<string, unknown>([['currentUser', damaged]]) })
  const ended = { status: 'anonymous', ended: 'errorMessage.sessionExpired' }
  expect(await createSession(deps).check()).toEqual(ended)
  expect(world.stored.has('currentUser')).toBe(false)
})

test('a token is validated at the start and again at each route change', async () => {
  const { world, deps } = sessionWorld({ stored: signedIn() })
  const session = createSession(deps)
  for (const validations of [1, 2, 3]) {
    expect((await session.check()).status).toBe('authenticated')
    expect(world.callNames()).toEqual(Array.from({ length: validations }, () => 'tokenValidation'))
  }
})

test('route changes that come faster than the response share one validation', async () => {
  const { world, deps } = sessionWorld({ stored: signedIn() })
  const session = createSession(deps)
  await Promise.all([session.check(), session.check(), session.check()])
  expect(world.callNames()).toEqual(['tokenValidation'])
})

test('a lost network is not a sign-out, even with an expired token', async () => {
  const provider = providerOf({ session: async () => fail(fault('network')) })
  const { world, deps } = sessionWorld({ stored: signedIn(1000), provider, responses: {} })
  world.now = 2000
  const session = createSession(deps)
  expect((await session.check()).status).toBe('authenticated')
  expect(world.stored.has('currentUser')).toBe(true)
})

test('a failing server is not a sign-out', async () => {
  const responses = {
    ...healthyApi(),
    tokenValidation: () => fail({ code: 'server-failed' as const, status: 500 }),
  }
  const { deps } = sessionWorld({ stored: signedIn(), responses })
  expect((await createSession(deps).check()).status).toBe('authenticated')
})

/** A product API that refuses the first token and accepts later ones. */
const refusesFirst = () => {
  let asked = 0
  return { ...healthyApi(), tokenValidation: () => ok({ valid: (asked += 1) > 1 }) }
}

test('a phone with a fast clock does not renew what the server calls valid', async () => {
  const { world, deps } = sessionWorld({ stored: signedIn(1000) })
  world.now = 3 * hour
  const session = createSession(deps)
  for (const _change of [1, 2]) expect((await session.check()).status).toBe('authenticated')
  expect(world.callNames()).toEqual(['tokenValidation', 'tokenValidation'])
})

test('an expired token is renewed, and the product session with it', async () => {
  const provider = providerOf({ session: async () => ok(sessionUntil(2 * hour, 'access-2')) })
  const { world, deps } = sessionWorld({ stored: signedIn(1000), provider, responses: refusesFirst() })
  world.now = 2000
  const session = createSession(deps)
  await session.check()
  expect(world.callNames()).toEqual(['tokenValidation', 'login', 'tokenValidation'])
  expect(world.stored.get('currentUser')).toMatchObject({
    accessToken: 'access-2',
    expire: String(2 * hour),
  })
  expect(session.state()).toMatchObject({ status: 'authenticated', user: { accessToken: 'access-2' } })
})

test('an ended identity session signs out and says why', async () => {
  const provider = providerOf({ session: async () => fail(fault('session-ended')) })
  const { world, deps } = sessionWorld({ stored: signedIn(1000), provider, responses: refusesFirst() })
  world.now = 2000
  const session = createSession(deps)
  expect(await session.check()).toEqual({ status: 'anonymous', ended: 'errorMessage.sessionExpired' })
  expect([...world.stored]).toEqual([['ended', 'errorMessage.sessionExpired']])
  expect(world.signedOut).toBe(1)
  expect(await session.check()).toEqual({ status: 'anonymous', ended: 'errorMessage.sessionExpired' })
})

test('a token that stays invalid after a renewal signs out', async () => {
  const { deps } = sessionWorld({
    stored: signedIn(),
    responses: { ...healthyApi(), tokenValidation: () => ok({ valid: false }) },
  })
  expect(await createSession(deps).check()).toEqual({
    status: 'anonymous',
    ended: 'errorMessage.sessionExpired',
  })
})

test('a phone with a slow clock renews the token that the server calls expired', async () => {
  const wanted: unknown[] = []
  const session: AuthProvider['session'] = async (options) => {
    wanted.push(options)
    return ok(sessionUntil(hour, 'access-2'))
  }
  const provider = providerOf({ session })
  const { deps } = sessionWorld({ stored: signedIn(), provider, responses: refusesFirst() })
  expect(await createSession(deps).check()).toMatchObject({
    status: 'authenticated',
    user: { accessToken: 'access-2' },
  })
  expect(wanted).toEqual([{ fresh: true }])
})

test.each([undefined, 0])('a session whose updated flag is %s signs in again', async (updated) => {
  const stored = signedIn()
  if (updated === undefined) stored.delete('updated')
  else stored.set('updated', updated)
  const { deps } = sessionWorld({ stored })
  expect(await createSession(deps).check()).toEqual({
    status: 'anonymous',
    ended: 'errorMessage.sessionExpired',
  })
})

test.each(['text', { userID: 'user-1' }, { ...storedUser(), locale: 'xx' }])(
  'a record that cannot be read (%j) is no session',
  async (record) => {
    const { deps } = sessionWorld({ stored: new Map<string, unknown>([['currentUser', record]]) })
    expect((await createSession(deps).check()).status).toBe('anonymous')
  },
)

test('a slow server does not hold up the screen', async () => {
  const { deps } = sessionWorld({ stored: signedIn() })
  const never = new Promise<never>(() => undefined)
  const session = createSession({ ...deps, api: { call: async () => never } })
  expect((await session.check()).status).toBe('authenticated')
})

test('a sign-out while the token is renewed is not undone', async () => {
  let answer: () => void = () => undefined
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  const provider = providerOf({
    session: async () => {
      await asked
      return ok(sessionUntil(2 * hour, 'access-2'))
    },
  })
  const { world, deps } = sessionWorld({ stored: signedIn(1000), provider, responses: refusesFirst() })
  world.now = 2000
  const session = createSession(deps)
  const checking = session.check()
  await session.signOut('user-1')
  answer()
  await checking
  expect(session.state().status).toBe('anonymous')
  expect(world.stored.has('currentUser')).toBe(false)
  expect(world.callNames().at(-1)).toBe('logout')
})
