import { expect, test } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { createSession } from './create-session.ts'
import { fault, createProvider } from './providers/testing/fake-provider.ts'
import type { Session, SessionControl } from './session.ts'
import { hour, sessionUntil, signedIn } from './testing/coach.ts'
import { healthyApi, noNetwork } from './testing/product-api.ts'
import { sessionWorld } from './testing/session-world.ts'

const ended = { status: 'anonymous', endReason: 'errorMessage.sessionExpired' }
const refusal = () => fail({ code: 'identity-refused' as const, status: 401 })

/** All callers of a session: the delivery of an entry, a service of the person, the upload worker. */
const callers: [string, (session: Session) => Promise<unknown>][] = [
  ['the product session', (session) => session.renew('user-1')],
  ['an access token', (session) => session.requestAccessToken('user-1')],
  ['an identity token', (session) => session.requestIdentityToken('user-1')],
  [
    'an access token in place of a refused one',
    (session) => session.requestAccessToken('user-1', { refusedToken: 'access-1' }),
  ],
  ['storage credentials', (session) => session.requestStorageCredentials('user-1')],
]

test.each(callers)('a refused renewal ends the session of a caller that requests %s', async (_what, call) => {
  const gone = async () => fail(fault('session-ended'))
  const { world, deps } = sessionWorld({
    stored: signedIn(),
    provider: createProvider({ session: gone, requestStorageCredentials: gone }),
    responses: { ...healthyApi(), tokenValidation: () => ok({ valid: false }), login: refusal },
  })
  const session = createSession(deps)
  expect(await call(session)).toMatchObject({ ok: false })
  expect(session.state()).toEqual(ended)
  expect(world.stored.has('currentUser')).toBe(false)
})

const erased = () => fail({ code: 'account-erased' as const, status: 410 })
test.each([
  ['its tokens still count at the provider', createProvider(), { login: erased, getImpact: noNetwork }],
  [
    'the provider does not know the user any more',
    createProvider({ session: async () => fail(fault('session-ended')) }),
    { getImpact: erased },
  ],
])('when %s, ends the session of a deleted account and gives the reason', async (_where, provider, more) => {
  const responses = { ...healthyApi(), ...more }
  const { world, deps } = sessionWorld({ stored: signedIn(), provider, responses })
  const session = createSession(deps)
  expect((await session.renew('user-1')).ok).toBe(false)
  expect(session.state()).toEqual({
    status: 'anonymous',
    endReason: 'error.accountDeleted',
    deletedCustomer: 'user-1',
  })
  expect(world.stored.has('currentUser')).toBe(false)
  // Another tab and the next start can read it too, until it has been handled.
  expect(await createSession(deps).readDeletedCustomers()).toEqual(['user-1'])
  await session.forgetDeletedCustomer('user-1')
  expect(await session.readDeletedCustomers()).toEqual([])
})

test('says that the coach has ended this sign-in on another device', async () => {
  const responses = {
    ...healthyApi(),
    login: refusal,
    tokenValidation: () => ok({ valid: false, ended: true }),
  }
  const { world, deps } = sessionWorld({ stored: signedIn(), responses })
  const session = createSession(deps)
  expect(await session.renew('user-1')).toMatchObject({ ok: false, error: { isSessionOver: true } })
  expect(session.state()).toEqual({ status: 'anonymous', endReason: 'error.endedElsewhere' })
  expect(world.stored.has('currentUser')).toBe(false)
})

test.each(['network', 'service', 'too-many-requests', 'other'] as const)(
  'a renewal that fails with %s keeps the session',
  async (kind) => {
    const { world, deps } = sessionWorld({
      stored: signedIn(),
      provider: createProvider({ session: async () => fail(fault(kind)) }),
    })
    expect((await createSession(deps).renew('user-1')).ok).toBe(false)
    expect(world.stored.has('currentUser')).toBe(true)
  },
)

test('gets a fresh token when the product API refuses one, before it ends the session', async () => {
  const wanted: unknown[] = []
  let logins = 0
  const { deps } = sessionWorld({
    stored: signedIn(),
    provider: createProvider({
      session: async (options) => {
        wanted.push(options?.fresh)
        return ok(sessionUntil(hour, options?.fresh ? 'access-2' : 'access-1'))
      },
    }),
    responses: { ...healthyApi(), login: () => ((logins += 1) === 1 ? refusal() : healthyApi().login()) },
  })
  const session = createSession(deps)
  expect(await session.renew('user-1')).toEqual(ok(undefined))
  expect(wanted).toEqual([false, true])
  expect(session.state()).toMatchObject({ status: 'authenticated', user: { accessToken: 'access-2' } })
})

test('renews once when three services refuse the same token', async () => {
  let token = 'access-1'
  let renewals = 0
  const { deps } = sessionWorld({
    stored: signedIn(),
    provider: createProvider({
      session: async (options) => {
        if (options?.fresh) {
          renewals += 1
          token = 'access-2'
        }
        return ok(sessionUntil(hour, token))
      },
    }),
  })
  const session = createSession(deps)
  const given = await Promise.all(
    [1, 2, 3].map(() => session.requestAccessToken('user-1', { refusedToken: 'access-1' })),
  )
  expect(given).toEqual([ok('access-2'), ok('access-2'), ok('access-2')])
  expect(renewals).toBe(1)
})

test('an empty response to a validation means that the token is invalid (specification §7)', async () => {
  const { deps } = sessionWorld({
    stored: signedIn(),
    provider: createProvider({ session: async () => fail(fault('session-ended')) }),
    responses: { ...healthyApi(), tokenValidation: () => ok({}) },
  })
  expect(await createSession(deps).check()).toEqual(ended)
})

const logins = ({ callNames }: { callNames: () => string[] }) =>
  callNames().filter((name) => name === 'login').length

test('opens a lost session once when several tabs find it lost at the same time', async () => {
  const { world, deps } = sessionWorld({ stored: signedIn() })
  const tabs = Array.from({ length: 5 }, () => createSession(deps))
  world.now = 1000
  const since = world.now
  // Each tab hears of the refusal a little later than the previous one.
  for (const [index, tab] of tabs.entries()) {
    world.now = since + 1 + index
    expect(await tab.renew('user-1', { since })).toEqual({ ok: true, value: undefined })
  }
  expect(logins(world)).toBe(1)
  // A later refusal concerns this new session.
  await tabs[4]?.renew('user-1', { since: world.now })
  expect(logins(world)).toBe(2)
})

test('opens a lost session again after the clock was set back', async () => {
  const { world, deps } = sessionWorld({ stored: signedIn() })
  const tab = createSession(deps)
  world.now = 7_200_000
  await tab.renew('user-1')
  world.now = 3_600_000
  await tab.renew('user-1', { since: world.now })
  expect(logins(world)).toBe(2)
})

test.each([
  ['a renewal', (session: SessionControl) => session.renew('user-1')],
  ['a new name', (session: SessionControl) => session.update('user-1', sessionUntil(hour, 'access-2'))],
])('%s does not restore a session that another tab ends after the last read', async (_what, change) => {
  const { world, deps } = sessionWorld({ stored: signedIn() })
  const other = createSession(deps)
  let [looks, lastLook] = [0, 0]
  const leaveAfter = async <T>(look: Promise<T>): Promise<T> => {
    const seen = await look
    if ((looks += 1) === lastLook) await other.signOut('user-1')
    return seen
  }
  const values: KeyValues = {
    ...deps.values,
    read: (key) => (key === 'currentUser' ? leaveAfter(deps.values.read(key)) : deps.values.read(key)),
  }
  const run = async () => {
    looks = 0
    await change(createSession({ ...deps, values }))
  }
  await run()
  // The last one before it writes.
  lastLook = looks
  await run()
  expect(world.stored.get('currentUser')).toBeUndefined()
})
