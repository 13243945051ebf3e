import { expect, test } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import { authWorld } from './testing/account-world.ts'
import { email, password, storedUser } from '../session/testing/coach.ts'
import { healthyApi, noNetwork } from '../session/testing/product-api.ts'
import { fault, providerOf } from '../session/providers/testing/fake-provider.ts'
import { createAuth } from './create-account.ts'

test('opens the product session, checks the customer and logs event 1', async () => {
  const { world, deps } = authWorld()
  const auth = createAuth(deps)
  expect(await auth.signIn('pt-BR', email, password)).toEqual(ok(storedUser()))
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
    { event: 'logged', payload: { event_id: 1, value: 'pt-BR' }, customer: 'user-1' },
  ])
  expect(auth.state()).toEqual({ status: 'authenticated', user: storedUser() })
})

test('stores the session, and never the password', async () => {
  const { world, deps } = authWorld()
  await createAuth(deps).signIn('pt-BR', email, password)
  expect(world.stored.get('currentUser')).toEqual(storedUser())
  expect(JSON.stringify([...world.stored])).not.toContain(password)
})

test('tries three times, 1.5 s apart, while the network is lost', async () => {
  let tries = 0
  const signIn = async () => {
    tries += 1
    return fail(fault('network'))
  }
  const { world, deps } = authWorld({ provider: providerOf({ signIn }) })
  expect(await createAuth(deps).signIn('pt-BR', email, password)).toEqual(
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
  const { deps } = authWorld({ provider: providerOf({ signIn }) })
  expect(await createAuth(deps).signIn('pt-BR', email, password)).toEqual(
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
    const provider = providerOf({
      signIn: async () => fail(fault('user-unconfirmed')),
      resendCode: async () => (sent ? ok(undefined) : fail(fault('network'))),
    })
    const { deps } = authWorld({ provider })
    const auth = createAuth(deps)
    expect(await auth.signIn('en-GB', email, password)).toEqual(
      fail({ message: 'errorMessage.authEmailNotConfirmed', reason, step: 'verify' }),
    )
    expect(await auth.pendingVerification()).toEqual({ email, locale: 'en-GB' })
  },
)

test('a product API that does not answer leaves nobody half signed in', async () => {
  let left = 0
  const provider = providerOf({ signOut: async () => void (left += 1) })
  const { world, deps } = authWorld({ provider, answers: { login: noNetwork } })
  const auth = createAuth(deps)
  expect(await auth.signIn('pt-BR', email, password)).toEqual(
    fail({ message: 'errorMessage.authLoginError', reason: 'error.network' }),
  )
  expect(left).toBe(1)
  expect(world.stored.has('currentUser')).toBe(false)
  expect(world.callNames()).toEqual(['login', 'login', 'login'])
})

test('a customer check or an event that fails is only logged', async () => {
  const { world, deps } = authWorld({ answers: { ...healthyApi(), checkCustomer: noNetwork } })
  const full = async () => fail({ code: 'storage-full' })
  const auth = createAuth({ ...deps, events: { ...deps.events, logged: full } })
  expect((await auth.signIn('pt-BR', email, password)).ok).toBe(true)
  expect(world.logged.join('\n')).toContain('no-answer')
  expect(world.logged.join('\n')).toContain('storage-full')
})

test('a provider that cannot be downloaded is a lost network', async () => {
  const { deps } = authWorld()
  const missing = fail({ message: 'error.network' } as const)
  const auth = createAuth({ ...deps, providerFor: async () => missing })
  expect(await auth.signIn('en-US', email, password)).toEqual(missing)
})

test('nothing that is logged names the person', async () => {
  const provider = providerOf({ signIn: async () => fail(fault('user-unknown')) })
  const { world, deps } = authWorld({ provider })
  await createAuth(deps).signIn('pt-BR', email, password)
  expect(world.logged.join('\n')).not.toMatch(/ana@|Barriers-2026/)
})
