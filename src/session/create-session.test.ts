import { expect, test } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import { createSession } from './create-session.ts'
import type { AuthProvider } from './providers/provider.ts'
import { fault, createProvider } from './providers/testing/fake-provider.ts'
import type { Tabs } from './tabs.ts'
import { hour, sessionUntil, signedIn, storedUser } from './testing/coach.ts'
import { memoryTabs } from './testing/memory-browser.ts'
import { healthyApi, type Responses } from './testing/product-api.ts'
import { sessionWorld } from './testing/session-world.ts'

test('signs out in both tabs, and clears what both cached', async () => {
  const stored = signedIn()
  const join = memoryTabs()
  const open = () => {
    const { world, deps } = sessionWorld({ stored, tabs: join() })
    return { world, session: createSession(deps) }
  }
  const [here, there] = [open(), open()]
  await here.session.check()
  await there.session.check()
  await here.session.signOut('user-1')
  await expect.poll(() => there.session.state().status).toBe('anonymous')
  await expect.poll(() => there.world.signedOut).toBe(1)
})

/** Two tabs of a coach whose session is refused from now on. The second tab is frozen until it wakes. */
const refusedInTwoTabs = async (responses: Responses) => {
  const stored = signedIn()
  const provider = createProvider({ session: async () => fail(fault('session-ended')) })
  let wake = () => undefined as void
  const open = (tabs: Tabs) => {
    const { deps } = sessionWorld({ stored, tabs, provider, responses: { ...healthyApi(), ...responses } })
    return createSession(deps)
  }
  const here = open(memoryTabs()())
  const there = open({ ...memoryTabs()(), listen: (listener) => void (wake = listener) })
  await here.check()
  await there.check()
  return { stored, here, there, wake: () => wake(), start: () => open(memoryTabs()()) }
}

test.each([
  ['refused', {}, { endReason: 'errorMessage.sessionExpired' }],
  [
    'of a deleted account',
    { getImpact: () => fail({ code: 'account-erased' as const, status: 410 }) },
    { endReason: 'error.accountDeleted', deletedCustomer: 'user-1' },
  ],
])('every tab says why a session that is %s ended, even if it was asleep', async (_what, more, reason) => {
  const { stored, here, there, wake, start } = await refusedInTwoTabs(more)
  expect((await here.renew('user-1')).ok).toBe(false)
  wake()
  await expect.poll(there.state).toEqual({ status: 'anonymous', ...reason })
  // A later visitor may not be the customer of the ended session.
  expect(await start().check()).toEqual({ status: 'anonymous' })
  expect(stored.get('ended')).toBe(reason.endReason)
})

test('drops the reason why a session ended after a new sign-in', async () => {
  const { stored, here, there, wake } = await refusedInTwoTabs({})
  await here.renew('user-1')
  await here.open('pt-BR', sessionUntil(hour))
  expect(stored.has('ended')).toBe(false)
  await here.check()
  await here.signOut('user-1')
  wake()
  await expect.poll(there.state).toEqual({ status: 'anonymous' })
})

test('does not notify subscribers of an unchanged state', async () => {
  const { deps } = sessionWorld({ stored: signedIn() })
  const session = createSession(deps)
  let woken = 0
  session.subscribe(() => (woken += 1))
  await session.check()
  await session.check()
  expect(woken).toBe(1)
})

/** Ana's tab, which was frozen when Ben signed in in another tab and has received no announcement. */
const sleepingTab = async () => {
  const stored = signedIn()
  let wake = () => undefined as void
  const provider = createProvider()
  const asked: string[] = []
  const tabs = { ...memoryTabs()(), listen: (listener: () => void) => void (wake = listener) }
  const { world, deps } = sessionWorld({
    stored,
    tabs,
    provider: {
      ...provider,
      session: (...given) => {
        asked.push('session')
        return provider.session(...given)
      },
      signOut: async () => void asked.push('sign-out'),
    },
  })
  const session = createSession(deps)
  await session.check()
  const ben = { ...storedUser(), userID: 'user-2' }
  stored.set('currentUser', ben)
  asked.length = 0
  return { world, session, asked, wake: () => wake(), ben }
}

test.each([
  'requestAccessToken',
  'requestIdentityToken',
  'requestStorageCredentials',
  'renew',
  'findUser',
] as const)('%s fails in a sleeping tab if another customer signed in meanwhile', async (name) => {
  const { session, asked } = await sleepingTab()
  expect(await session[name]('user-1')).toEqual(fail({ message: 'error.otherCustomer' }))
  expect(asked).toEqual([])
})

test('a sign-out in a sleeping tab signs out no one else, and shows who is signed in', async () => {
  const { world, session, asked, ben } = await sleepingTab()
  await session.signOut('user-1')
  expect(world.stored.get('currentUser')).toEqual(ben)
  expect(asked).toEqual([])
  expect(session.customer()).toBe('user-2')
})

test('reads the session again when the person returns to the tab, and clears what it cached', async () => {
  const { world, session, wake } = await sleepingTab()
  expect(session.customer()).toBe('user-1')
  wake()
  await expect.poll(() => session.customer()).toBe('user-2')
  await expect.poll(() => world.signedOut).toBe(1)
})

test('does not hand out tokens that arrive after another customer has signed in', async () => {
  const stored = signedIn()
  const provider = createProvider()
  const { deps } = sessionWorld({
    stored,
    provider: {
      ...provider,
      session: async () => {
        stored.set('currentUser', { ...storedUser(), userID: 'user-2' })
        return provider.session()
      },
    },
  })
  expect(await createSession(deps).requestIdentityToken('user-1')).toEqual(
    fail({ message: 'error.otherCustomer' }),
  )
})

/** A provider at which Ben signs in, in another tab, during the request for Ana's session. */
const whileBenSignsIn = (stored: Map<string, unknown>, session: AuthProvider['session']): AuthProvider => ({
  ...createProvider(),
  session: async (options) => {
    stored.set('currentUser', { ...storedUser(), userID: 'user-2' })
    return session(options)
  },
})

test('a renewal that ends after another customer signed in does not change their session', async () => {
  const stored = signedIn()
  const provider = whileBenSignsIn(stored, createProvider().session)
  const { world, deps } = sessionWorld({ stored, provider })
  expect(await createSession(deps).renew('user-1')).toEqual(fail({ message: 'error.signInNeeded' }))
  expect(world.stored.get('currentUser')).toMatchObject({ userID: 'user-2' })
  // The cookie that was opened for Ana must not stay either.
  expect(world.callNames().at(-1)).toBe('logout')
})

test('an ended session signs out only its own customer, not one who signed in meanwhile', async () => {
  const stored = signedIn()
  const provider = whileBenSignsIn(stored, async () => fail(fault('session-ended')))
  const responses = { ...healthyApi(), tokenValidation: () => ok({ valid: false }) }
  const { world, deps } = sessionWorld({ stored, provider, responses })
  await createSession(deps).check()
  expect(world.stored.get('currentUser')).toMatchObject({ userID: 'user-2' })
  expect(world.signedOut).toBe(0)
})

test('does not apply a new name to a customer who signed in meanwhile', async () => {
  const { world, session, ben } = await sleepingTab()
  await session.update('user-1', sessionUntil(hour, 'access-2'))
  expect(world.stored.get('currentUser')).toEqual(ben)
})

test('opens the product session again when the device has lost its storage and its id', async () => {
  const { world, deps } = sessionWorld({ stored: signedIn() })
  let device = '00000000-0000-4000-8000-000000000001'
  const session = createSession({ ...deps, device: async () => device })
  await session.check()
  await session.renew('user-1')
  const logins = () => world.calls.filter(({ name }) => name === 'login').map(({ body }) => body)
  expect(logins()).toMatchObject([{ device }])
  await session.renewForDevice('user-1')
  expect(logins()).toHaveLength(1)

  device = '00000000-0000-4000-8000-000000000002'
  await session.renewForDevice('user-1')
  await session.renewForDevice('user-1')
  expect(logins()).toMatchObject([{}, { device }])
})

const statement = {
  device: '00000000-0000-4000-8000-000000000002',
  customer_id: 'user-1',
  stated_at: '2026-01-01T00:00:00.000Z',
  key_id: '2026-01',
  signature: 'signed',
}

test('replaces an id that belongs to another browser, and stores the server’s statement about it', async () => {
  const { world, deps } = sessionWorld({ stored: signedIn() })
  const login = healthyApi().login()
  world.respond('login', () => (login.ok ? ok({ ...login.value, device: statement }) : login))
  const session = createSession(deps)
  await session.check()
  await session.renew('user-1')
  expect(world.device).toBe(statement.device)
  expect(await session.readDeviceStatement('user-1')).toEqual(statement)
  expect(await session.readDeviceStatement('user-2')).toBeUndefined()
  await session.signOut('user-1')
  expect(await session.readDeviceStatement('user-1')).toBeUndefined()
})
