import { expect, test } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import { accountWorld } from './testing/account-world.ts'
import { email, hour, password, sessionUntil, signedIn, storedUser } from '../session/testing/coach.ts'
import { memoryKeyValues } from '../platform/storage/testing/memory-key-values.ts'
import { memoryTabs } from '../session/testing/memory-browser.ts'
import { healthyApi, noNetwork } from '../session/testing/product-api.ts'
import { fault, createProvider } from '../session/providers/testing/fake-provider.ts'

test('opens the product session, checks the customer and logs event 1', async () => {
  const { world, openTab } = accountWorld()
  const tab = openTab()
  expect(await tab.signIn('pt-BR', email, password)).toEqual(ok(storedUser()))
  expect(world.calls).toEqual([
    {
      name: 'login',
      body: { authToken: 'identity-1', locale: 'pt-BR', device: '7b0c1a52-3a0e-4e53-8a0e-1f7d2c0a9b11' },
    },
    {
      name: 'checkCustomer',
      body: { token: 'user-1', country: 'BR', language: 'PT', accessToken: 'access-1' },
    },
  ])
  expect(world.captured).toEqual([
    { event: 'event.logged.v1', payload: { event_id: 1, value: 'pt-BR' }, customer: 'user-1' },
  ])
  expect(tab.state()).toEqual({ status: 'authenticated', user: storedUser() })
})

test('stores the session, and never the password', async () => {
  const { world, openTab } = accountWorld()
  await openTab().signIn('pt-BR', email, password)
  expect(world.stored.get('currentUser')).toEqual(storedUser())
  expect(JSON.stringify([...world.stored])).not.toContain(password)
})

test('tries three times, 1.5 s apart, while the network is lost', async () => {
  let tries = 0
  const signIn = async () => {
    tries += 1
    return fail(fault('network'))
  }
  const { world, openTab } = accountWorld({ provider: createProvider({ signIn }) })
  expect(await openTab().signIn('pt-BR', email, password)).toEqual(
    fail({ message: 'errorMessage.authLoginError', reason: 'error.network' }),
  )
  expect(tries).toBe(3)
  expect(world.sleeps).toEqual([1500, 1500])
})

test('does not repeat a wrong password', async () => {
  let tries = 0
  const signIn = async () => {
    tries += 1
    return fail(fault('password-wrong'))
  }
  const { openTab } = accountWorld({ provider: createProvider({ signIn }) })
  expect(await openTab().signIn('pt-BR', email, password)).toEqual(
    fail({ message: 'errorMessage.passwordIsWrong' }),
  )
  expect(tries).toBe(1)
})

test.each([
  [true, 'errorMessage.authVerify'],
  [false, 'errorMessage.authSendCodeNot'],
])(
  'an unconfirmed address gets a new code (sent: %s) and leads to the verification',
  async (sent, reason) => {
    const provider = createProvider({
      signIn: async () => fail(fault('user-unconfirmed')),
      resendCode: async () => (sent ? ok(undefined) : fail(fault('network'))),
    })
    const { openTab } = accountWorld({ provider })
    const tab = openTab()
    expect(await tab.signIn('en-GB', email, password)).toEqual(
      fail({ message: 'errorMessage.authEmailNotConfirmed', reason, step: 'verify' }),
    )
    const pending = await tab.pendingVerification()
    expect(pending).toMatchObject({ email, locale: 'en-GB' })
    expect(pending?.sentAt !== undefined).toBe(sent)
  },
)

test('says to an unconfirmed address that no more codes are sent today', async () => {
  const provider = createProvider({
    signIn: async () => fail(fault('user-unconfirmed')),
    resendCode: async () => fail(fault('daily-email-limit')),
  })
  const { openTab } = accountWorld({ provider })
  expect(await openTab().signIn('en-GB', email, password)).toEqual(
    fail({
      message: 'errorMessage.authEmailNotConfirmed',
      reason: 'errorMessage.noMoreCodesToday',
      step: 'verify',
    }),
  )
})

test('does not sign in halfway when the product API does not respond', async () => {
  let left = 0
  const provider = createProvider({ signOut: async () => void (left += 1) })
  const { world, openTab } = accountWorld({ provider, responses: { login: noNetwork } })
  const tab = openTab()
  expect(await tab.signIn('pt-BR', email, password)).toEqual(
    fail({ message: 'errorMessage.authLoginError', reason: 'error.network' }),
  )
  expect(left).toBe(1)
  expect(world.stored.has('currentUser')).toBe(false)
  expect(world.callNames()).toEqual(['login', 'login', 'login'])
})

test('leads back to the sign-in if the product API does not respond after the last answer', async () => {
  const challenge = { kind: 'code', factor: 'EMAIL' } as const
  const provider = createProvider({
    signIn: async () => fail({ ...fault('challenge'), challenge }),
  })
  const { openTab } = accountWorld({ provider, responses: { login: noNetwork } })
  const tab = openTab()
  await tab.signIn('pt-BR', email, password)
  const { answer, pending } = await tab.loadChallenges()
  expect(await answer({ value: '123456' })).toEqual(
    fail({ message: 'errorMessage.authLoginError', reason: 'error.network', step: 'sign-in' }),
  )
  // The provider has accepted the answer and would not accept it again.
  expect(pending()).toBeUndefined()
})

test('only logs a failed customer check or event', async () => {
  const { world, openTab } = accountWorld({ responses: { ...healthyApi(), checkCustomer: noNetwork } })
  const tab = openTab({ outbox: { add: async () => fail({ code: 'storage-full' }) } })
  expect((await tab.signIn('pt-BR', email, password)).ok).toBe(true)
  expect(world.logged.join('\n')).toContain('no-answer')
  expect(world.logged.join('\n')).toContain('storage-full')
})

test('treats a provider that cannot be downloaded as a lost network', async () => {
  const { openTab } = accountWorld()
  const missing = fail({ message: 'error.network' } as const)
  const tab = openTab({ loadProvider: async () => missing })
  expect(await tab.signIn('en-US', email, password)).toEqual(missing)
})

test('logs nothing that names the person', async () => {
  const provider = createProvider({ signIn: async () => fail(fault('user-unknown')) })
  const { world, openTab } = accountWorld({ provider })
  await openTab().signIn('pt-BR', email, password)
  expect(world.logged.join('\n')).not.toMatch(/ana@|Barriers-2026/)
})

test('signs in in both tabs', async () => {
  const world = { stored: new Map<string, unknown>() }
  const join = memoryTabs()
  const here = accountWorld({ ...world, tabs: join() }).openTab()
  const there = accountWorld({ ...world, tabs: join() }).openTab()
  await there.check()
  await here.signIn('pt-BR', email, password)
  await expect.poll(() => there.state().status).toBe('authenticated')
})

test('reports an unreported sign-out before the next sign-in, never after it', async () => {
  const { world, openTab } = accountWorld({ stored: signedIn(), responses: {} })
  const tab = openTab()
  await tab.signOut('user-1')
  const { login, logout, checkCustomer, tokenValidation } = healthyApi()
  world.respond('login', login)
  world.respond('logout', logout)
  world.respond('checkCustomer', checkCustomer)
  world.respond('tokenValidation', tokenValidation)
  const before = world.callNames().length
  await tab.signIn('pt-BR', email, password)
  await tab.check()
  expect(world.callNames().slice(before)).toEqual(['logout', 'login', 'checkCustomer', 'tokenValidation'])
})

test('whenever the app is closed during a sign-in, the session is there or its tokens are deleted', async () => {
  for (let writes = 0; writes < 12; writes += 1) {
    const tokens = new Set<string>()
    const provider = createProvider({
      signIn: async () => {
        tokens.add('access-2')
        return ok(sessionUntil(hour, 'access-2'))
      },
      signOut: async () => tokens.clear(),
    })
    const { world, openTab } = accountWorld({ provider })
    const values = memoryKeyValues(world.stored)
    let written = 0
    /** After so many writes the app is closed: none follows. */
    const orNever =
      <A extends unknown[]>(write: (...args: A) => Promise<void>) =>
      (...args: A) => {
        written += 1
        return written > writes ? new Promise<never>(() => undefined) : write(...args)
      }
    const closing = {
      ...values,
      write: orNever(values.write),
      writeAll: orNever(values.writeAll),
      update: orNever(values.update),
      remove: orNever(values.remove),
    }
    void openTab({ values: closing }).signIn('pt-BR', email, password)
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
    const next = accountWorld({ provider, stored: world.stored })
    await next.openTab().check()
    const isSignedIn = world.stored.has('currentUser')
    await expect.poll(() => [writes, tokens.size]).toEqual([writes, isSignedIn ? 1 : 0])
  }
})

test('a refused sign-in leaves an unreported sign-out to the next start', async () => {
  const provider = createProvider({ signIn: async () => fail(fault('network')) })
  const { world, openTab } = accountWorld({ provider, stored: signedIn(), responses: {} })
  const tab = openTab()
  await tab.signOut('user-1')
  await tab.signIn('en-GB', email, password)
  expect(world.stored.get('leaving')).toBe('pt-BR')
  world.respond('logout', healthyApi().logout)
  const before = world.callNames().length
  await openTab().check()
  await expect.poll(() => world.callNames().slice(before)).toEqual(['logout'])
  await expect.poll(() => world.stored.has('leaving')).toBe(false)
})

test('a sign-in completes a sign-out that could not be reported: its session replaces the old one', async () => {
  const { world, openTab } = accountWorld({
    stored: signedIn(),
    responses: { ...healthyApi(), logout: noNetwork },
  })
  const tab = openTab()
  await tab.signOut('user-1')
  expect(world.stored.get('leaving')).toBe('pt-BR')
  await tab.signIn('pt-BR', email, password)
  expect(world.stored.has('leaving')).toBe(false)
})
