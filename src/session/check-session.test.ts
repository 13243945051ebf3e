import { expect, test } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import { authWorld } from '../account/testing/account-world.ts'
import { hour, sessionUntil, signedIn, storedUser } from './testing/coach.ts'
import { healthyApi } from './testing/product-api.ts'
import { fault, providerOf } from './providers/testing/fake-provider.ts'
import { createAuth } from '../account/create-account.ts'
import type { AuthProvider } from './providers/provider.ts'

test('without a stored session nobody is signed in', async () => {
  const { deps } = authWorld()
  const auth = createAuth(deps)
  expect(auth.state()).toEqual({ status: 'authenticating' })
  expect(await auth.check()).toEqual({ status: 'anonymous' })
})

test('a token is validated at the start and again at each route change', async () => {
  const { world, deps } = authWorld({ stored: signedIn() })
  const auth = createAuth(deps)
  for (const validations of [1, 2, 3]) {
    expect((await auth.check()).status).toBe('authenticated')
    expect(world.callNames()).toEqual(Array.from({ length: validations }, () => 'tokenValidation'))
  }
})

test('route changes that come faster than the answer share one validation', async () => {
  const { world, deps } = authWorld({ stored: signedIn() })
  const auth = createAuth(deps)
  await Promise.all([auth.check(), auth.check(), auth.check()])
  expect(world.callNames()).toEqual(['tokenValidation'])
})

test('a lost network is not a sign-out, even with an expired token', async () => {
  const provider = providerOf({ session: async () => fail(fault('network')) })
  const { world, deps } = authWorld({ stored: signedIn(1000), provider, answers: {} })
  world.now = 2000
  const auth = createAuth(deps)
  expect((await auth.check()).status).toBe('authenticated')
  expect(world.stored.has('currentUser')).toBe(true)
})

test('a failing server is not a sign-out', async () => {
  const answers = {
    ...healthyApi(),
    tokenValidation: () => fail({ code: 'server-failed' as const, status: 500 }),
  }
  const { deps } = authWorld({ stored: signedIn(), answers })
  expect((await createAuth(deps).check()).status).toBe('authenticated')
})

/** A product API that refuses the first token it is shown, and takes the next. */
const refusesFirst = () => {
  let asked = 0
  return { ...healthyApi(), tokenValidation: () => ok({ valid: (asked += 1) > 1 }) }
}

test('a phone with a fast clock does not renew what the server calls valid', async () => {
  const { world, deps } = authWorld({ stored: signedIn(1000) })
  world.now = 3 * hour
  const auth = createAuth(deps)
  for (const _change of [1, 2]) expect((await auth.check()).status).toBe('authenticated')
  expect(world.callNames()).toEqual(['tokenValidation', 'tokenValidation'])
})

test('an expired token is renewed, and the product session with it', async () => {
  const provider = providerOf({ session: async () => ok(sessionUntil(2 * hour, 'access-2')) })
  const { world, deps } = authWorld({ stored: signedIn(1000), provider, answers: refusesFirst() })
  world.now = 2000
  const auth = createAuth(deps)
  await auth.check()
  expect(world.callNames()).toEqual(['tokenValidation', 'login', 'tokenValidation'])
  expect(world.stored.get('currentUser')).toMatchObject({
    accessToken: 'access-2',
    expire: String(2 * hour),
  })
  expect(auth.state()).toMatchObject({ status: 'authenticated', user: { accessToken: 'access-2' } })
})

test('an ended identity session signs out and says why', async () => {
  const provider = providerOf({ session: async () => fail(fault('session-ended')) })
  const { world, deps } = authWorld({ stored: signedIn(1000), provider, answers: refusesFirst() })
  world.now = 2000
  const auth = createAuth(deps)
  expect(await auth.check()).toEqual({ status: 'anonymous', ended: 'errorMessage.sessionExpired' })
  expect(world.stored.size).toBe(0)
  expect(world.signedOut).toBe(1)
  expect(await auth.check()).toEqual({ status: 'anonymous', ended: 'errorMessage.sessionExpired' })
})

test('a token that stays invalid after a renewal signs out', async () => {
  const { deps } = authWorld({
    stored: signedIn(),
    answers: { ...healthyApi(), tokenValidation: () => ok({ valid: false }) },
  })
  expect(await createAuth(deps).check()).toEqual({
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
  const { deps } = authWorld({ stored: signedIn(), provider, answers: refusesFirst() })
  expect(await createAuth(deps).check()).toMatchObject({
    status: 'authenticated',
    user: { accessToken: 'access-2' },
  })
  expect(wanted).toEqual([{ fresh: true }])
})

test.each([undefined, 0])('a session whose updated flag is %s signs in again', async (updated) => {
  const stored = signedIn()
  if (updated === undefined) stored.delete('updated')
  else stored.set('updated', updated)
  const { deps } = authWorld({ stored })
  expect(await createAuth(deps).check()).toEqual({
    status: 'anonymous',
    ended: 'errorMessage.sessionExpired',
  })
})

test.each(['text', { userID: 'user-1' }, { ...storedUser(), locale: 'xx' }])(
  'a record that cannot be read (%j) is no session',
  async (record) => {
    const { deps } = authWorld({ stored: new Map<string, unknown>([['currentUser', record]]) })
    expect((await createAuth(deps).check()).status).toBe('anonymous')
  },
)

test('a slow server does not hold up the screen', async () => {
  const { deps } = authWorld({ stored: signedIn() })
  const never = new Promise<never>(() => undefined)
  const auth = createAuth({ ...deps, api: { call: async () => never } })
  expect((await auth.check()).status).toBe('authenticated')
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
  const { world, deps } = authWorld({ stored: signedIn(1000), provider, answers: refusesFirst() })
  world.now = 2000
  const auth = createAuth(deps)
  const checking = auth.check()
  await auth.signOut()
  answer()
  await checking
  expect(auth.state().status).toBe('anonymous')
  expect(world.stored.has('currentUser')).toBe(false)
  expect(world.callNames().at(-1)).toBe('logout')
})
