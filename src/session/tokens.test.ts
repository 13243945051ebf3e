import { expect, test, vi } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import { createSession } from './create-session.ts'
import { fault, createProvider } from './providers/testing/fake-provider.ts'
import { hour, sessionUntil, signedIn } from './testing/coach.ts'
import { sessionWorld } from './testing/session-world.ts'

test('returns the signed-in customer’s storage credentials, new for every request', async () => {
  let requests = 0
  const provider = createProvider({
    requestStorageCredentials: async () => {
      requests += 1
      return ok({
        identityId: `us-east-1:${requests}`,
        accessKeyId: 'key',
        secretAccessKey: 's',
        sessionToken: 't',
        expiration: hour,
      })
    },
  })
  const { deps } = sessionWorld({ stored: signedIn(), provider })
  const session = createSession(deps)
  await session.requestStorageCredentials('user-1')
  expect(await session.requestStorageCredentials('user-1')).toMatchObject({
    value: { identityId: 'us-east-1:2' },
  })
})

test.each(['requestAccessToken', 'requestIdentityToken', 'renew'] as const)(
  'ignores another coach’s tokens on this device: %s ends the session',
  async (call) => {
    const provider = createProvider({ session: async () => ok({ ...sessionUntil(hour), userID: 'user-2' }) })
    const { world, deps } = sessionWorld({ stored: signedIn(), provider })
    const session = createSession(deps)
    expect((await session[call]('user-1')).ok).toBe(false)
    expect(session.state()).toEqual({ status: 'anonymous', endReason: 'errorMessage.sessionExpired' })
    expect(world.callNames()).not.toContain('login')
  },
)

test('refuses storage credentials when signed out', async () => {
  const { deps } = sessionWorld()
  expect(await createSession(deps).requestStorageCredentials('user-1')).toEqual(
    fail({ message: 'error.signInNeeded' }),
  )
})

test('reports a failure of the session when the provider cannot give storage credentials', async () => {
  const provider = createProvider({ requestStorageCredentials: async () => fail(fault('network')) })
  const { deps } = sessionWorld({ stored: signedIn(), provider })
  expect(await createSession(deps).requestStorageCredentials('user-1')).toEqual(
    fail({ message: 'error.network' }),
  )
})

test('fails within 10 s when the database does not respond', async () => {
  vi.useFakeTimers()
  const { deps } = sessionWorld({ stored: signedIn() })
  const read = () => new Promise<never>(() => undefined)
  const session = createSession({ ...deps, values: { ...deps.values, read } })
  const waiting = Promise.all([
    session.findUser('user-1'),
    session.requestIdentityToken('user-1'),
    session.requestStorageCredentials('user-1'),
  ])
  await vi.advanceTimersByTimeAsync(10_000)
  const told = await Promise.race([waiting, Promise.resolve('nothing')])
  vi.useRealTimers()
  expect(told).toEqual(Array(3).fill(fail({ message: 'error.storageUnresponsive' })))
})
