import { expect, test } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import { createSession } from './create-session.ts'
import type { AuthProvider } from './providers/provider.ts'
import { fault, createProvider } from './providers/testing/fake-provider.ts'
import { hour, sessionUntil, signedIn, storedUser } from './testing/coach.ts'
import { healthyApi } from './testing/product-api.ts'
import { sessionWorld } from './testing/session-world.ts'

test('is signed out without a stored session', async () => {
  const { deps } = sessionWorld()
  const session = createSession(deps)
  expect(session.state()).toEqual({ status: 'authenticating' })
  expect(await session.check()).toEqual({ status: 'anonymous' })
})

test('removes a stored session that cannot be read, and asks the coach to sign in again', async () => {
  const { userID: _lost, ...damaged } = storedUser(hour)
  const { world, deps } = sessionWorld({ stored: new Map<string, unknown>([['currentUser', damaged]]) })
  const ended = { status: 'anonymous', endReason: 'errorMessage.sessionExpired' }
  expect(await createSession(deps).check()).toEqual(ended)
  expect(world.stored.has('currentUser')).toBe(false)
})

test('validates the token at the start and at each route change', async () => {
  const { world, deps } = sessionWorld({ stored: signedIn() })
  const session = createSession(deps)
  for (const validations of [1, 2, 3]) {
    expect((await session.check()).status).toBe('authenticated')
    expect(world.callNames()).toEqual(Array.from({ length: validations }, () => 'tokenValidation'))
  }
})

test('shares one validation between route changes that come faster than its response', async () => {
  const { world, deps } = sessionWorld({ stored: signedIn() })
  const session = createSession(deps)
  await Promise.all([session.check(), session.check(), session.check()])
  expect(world.callNames()).toEqual(['tokenValidation'])
})

test('stays signed in without network, even with an expired token', async () => {
  const provider = createProvider({ session: async () => fail(fault('network')) })
  const { world, deps } = sessionWorld({ stored: signedIn(1000), provider, responses: {} })
  world.now = 2000
  const session = createSession(deps)
  expect((await session.check()).status).toBe('authenticated')
  expect(world.stored.has('currentUser')).toBe(true)
})

test('stays signed in while the server fails', async () => {
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

test('does not renew a token that the server accepts when the phone’s clock is fast', async () => {
  const { world, deps } = sessionWorld({ stored: signedIn(1000) })
  world.now = 3 * hour
  const session = createSession(deps)
  for (const _change of [1, 2]) expect((await session.check()).status).toBe('authenticated')
  expect(world.callNames()).toEqual(['tokenValidation', 'tokenValidation'])
})

test('renews an expired token and the product session', async () => {
  const provider = createProvider({ session: async () => ok(sessionUntil(2 * hour, 'access-2')) })
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

test('signs out when the identity session has ended, and gives the reason', async () => {
  const provider = createProvider({ session: async () => fail(fault('session-ended')) })
  const { world, deps } = sessionWorld({ stored: signedIn(1000), provider, responses: refusesFirst() })
  world.now = 2000
  const session = createSession(deps)
  expect(await session.check()).toEqual({ status: 'anonymous', endReason: 'errorMessage.sessionExpired' })
  expect([...world.stored]).toEqual([['ended', 'errorMessage.sessionExpired']])
  expect(world.signedOut).toBe(1)
  expect(await session.check()).toEqual({ status: 'anonymous', endReason: 'errorMessage.sessionExpired' })
})

test('signs out when the token is still invalid after a renewal', async () => {
  const { deps } = sessionWorld({
    stored: signedIn(),
    responses: { ...healthyApi(), tokenValidation: () => ok({ valid: false }) },
  })
  expect(await createSession(deps).check()).toEqual({
    status: 'anonymous',
    endReason: 'errorMessage.sessionExpired',
  })
})

test('renews a token that the server calls expired when the phone’s clock is slow', async () => {
  const wanted: unknown[] = []
  const session: AuthProvider['session'] = async (options) => {
    wanted.push(options)
    return ok(sessionUntil(hour, 'access-2'))
  }
  const provider = createProvider({ session })
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
    endReason: 'errorMessage.sessionExpired',
  })
})

test.each(['text', { userID: 'user-1' }, { ...storedUser(), locale: 'xx' }])(
  'treats a record that cannot be read (%j) as no session',
  async (record) => {
    const { deps } = sessionWorld({ stored: new Map<string, unknown>([['currentUser', record]]) })
    expect((await createSession(deps).check()).status).toBe('anonymous')
  },
)

test('does not delay the screen while the server is slow', async () => {
  const { deps } = sessionWorld({ stored: signedIn() })
  const never = new Promise<never>(() => undefined)
  const session = createSession({ ...deps, api: { call: async () => never } })
  expect((await session.check()).status).toBe('authenticated')
})

test('does not undo a sign-out that happens during a renewal', async () => {
  let answer: () => void = () => undefined
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  const provider = createProvider({
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

const inTheStates = (expire = hour) =>
  new Map<string, unknown>([
    ['currentUser', { ...storedUser(expire), locale: 'en-US' }],
    ['updated', 1],
  ])

test('in the United States accepts a token that has not expired, without a request', async () => {
  const session: AuthProvider['session'] = async () => fail(fault('session-ended'))
  const { world, deps } = sessionWorld({ stored: inTheStates(), provider: createProvider({ session }) })
  expect((await createSession(deps).check()).status).toBe('authenticated')
  expect(world.callNames()).toEqual([])
})

test('in the United States refreshes an expired token and the stored session', async () => {
  const provider = createProvider({ session: async () => ok(sessionUntil(2 * hour, 'access-2')) })
  const { world, deps } = sessionWorld({ stored: inTheStates(1000), provider })
  world.now = 2000
  expect(await createSession(deps).check()).toMatchObject({
    status: 'authenticated',
    user: { accessToken: 'access-2', expire: String(2 * hour), locale: 'en-US' },
  })
  expect(world.stored.get('currentUser')).toMatchObject({ accessToken: 'access-2' })
  expect(world.callNames()).toEqual(['login'])
})

test('in the United States a refused refresh ends the session', async () => {
  const provider = createProvider({ session: async () => fail(fault('session-ended')) })
  const { world, deps } = sessionWorld({ stored: inTheStates(1000), provider })
  world.now = 2000
  const ended = { status: 'anonymous', endReason: 'errorMessage.sessionExpired' }
  expect(await createSession(deps).check()).toEqual(ended)
  expect(world.stored.has('currentUser')).toBe(false)
})

test('in the United States a session without a refresh token ends with its access token, then signs in again', async () => {
  const stored = inTheStates(1000)
  const { refreshToken: _none, ...user } = storedUser(1000)
  stored.set('currentUser', { ...user, locale: 'en-US' })
  const session: AuthProvider['session'] = async () => fail(fault('session-ended'))
  const { world, deps } = sessionWorld({ stored, provider: createProvider({ session }) })
  expect((await createSession(deps).check()).status).toBe('authenticated')
  world.now = 2000
  const ended = { status: 'anonymous', endReason: 'errorMessage.sessionExpired' }
  expect(await createSession(deps).check()).toEqual(ended)
})

test.each(['network', 'service', 'too-many-requests'] as const)(
  'in the United States a refresh that fails with %s keeps the session',
  async (kind) => {
    const provider = createProvider({ session: async () => fail(fault(kind)) })
    const { world, deps } = sessionWorld({ stored: inTheStates(1000), provider })
    world.now = 2000
    expect((await createSession(deps).check()).status).toBe('authenticated')
    expect(world.stored.has('currentUser')).toBe(true)
  },
)

test('in the United States a session without its updated flag signs in again as well', async () => {
  const stored = inTheStates()
  stored.delete('updated')
  const { deps } = sessionWorld({ stored })
  expect((await createSession(deps).check()).status).toBe('anonymous')
})
