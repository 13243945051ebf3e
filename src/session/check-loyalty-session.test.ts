import { expect, test } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import { sessionWorld } from './testing/session-world.ts'
import { hour, sessionUntil, storedUser } from './testing/coach.ts'
import { createSession } from './create-session.ts'
import { fault, providerOf } from './providers/testing/fake-provider.ts'
import type { AuthProvider } from './providers/provider.ts'

const inTheStates = (expire = hour) =>
  new Map<string, unknown>([
    ['currentUser', { ...storedUser(expire), locale: 'en-US' }],
    ['updated', 1],
  ])

test('in the United States accepts a token that has not expired, without a request', async () => {
  const session: AuthProvider['session'] = async () => fail(fault('session-ended'))
  const { world, deps } = sessionWorld({ stored: inTheStates(), provider: providerOf({ session }) })
  expect((await createSession(deps).check()).status).toBe('authenticated')
  expect(world.callNames()).toEqual([])
})

test('in the United States refreshes an expired token and the stored session', async () => {
  const provider = providerOf({ session: async () => ok(sessionUntil(2 * hour, 'access-2')) })
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
  const provider = providerOf({ session: async () => fail(fault('session-ended')) })
  const { world, deps } = sessionWorld({ stored: inTheStates(1000), provider })
  world.now = 2000
  const ended = { status: 'anonymous', ended: 'errorMessage.sessionExpired' }
  expect(await createSession(deps).check()).toEqual(ended)
  expect(world.stored.has('currentUser')).toBe(false)
})

test('in the United States a session without a refresh token ends with its access token, then signs in again', async () => {
  const stored = inTheStates(1000)
  const { refreshToken: _none, ...user } = storedUser(1000)
  stored.set('currentUser', { ...user, locale: 'en-US' })
  const session: AuthProvider['session'] = async () => fail(fault('session-ended'))
  const { world, deps } = sessionWorld({ stored, provider: providerOf({ session }) })
  expect((await createSession(deps).check()).status).toBe('authenticated')
  world.now = 2000
  const ended = { status: 'anonymous', ended: 'errorMessage.sessionExpired' }
  expect(await createSession(deps).check()).toEqual(ended)
})

test.each(['network', 'service', 'too-many-requests'] as const)(
  'in the United States a refresh that fails with %s keeps the session',
  async (kind) => {
    const provider = providerOf({ session: async () => fail(fault(kind)) })
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
