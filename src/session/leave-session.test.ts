import { expect, test } from 'vitest'
import { ok } from '../lib/result.ts'
import { authWorld } from '../account/testing/account-world.ts'
import { email, password, signedIn } from './testing/coach.ts'
import { healthyApi, noNetwork } from './testing/product-api.ts'
import { providerOf } from './providers/testing/fake-provider.ts'
import { createAuth } from '../account/create-account.ts'

test('clears the session, tells provider and product API, and drops what was cached', async () => {
  let left = 0
  const provider = providerOf({ signOut: async () => void (left += 1) })
  const { world, deps } = authWorld({ stored: signedIn(), provider })
  const auth = createAuth(deps)
  await auth.check()
  await auth.signOut()
  expect(auth.state()).toEqual({ status: 'anonymous' })
  expect(world.stored.size).toBe(0)
  expect(world.signedOut).toBe(1)
  expect(left).toBe(1)
  expect(world.callNames()).toContain('logout')
})

test('without network it holds on this device at once, and the server is told at the next check', async () => {
  const { world, deps } = authWorld({ stored: signedIn(), answers: {} })
  const auth = createAuth(deps)
  await auth.signOut()
  expect(auth.state()).toEqual({ status: 'anonymous' })
  expect(world.stored.has('currentUser')).toBe(false)
  world.tell('logout', () => ok({ ended: true }))
  const before = world.callNames().length
  await auth.check()
  await expect.poll(() => world.stored.size).toBe(0)
  expect(world.callNames().slice(before)).toEqual(['logout'])
  await auth.check()
  expect(world.callNames().slice(before)).toEqual(['logout'])
})

test('an owed sign-out is told before the next sign-in, never after it', async () => {
  const { world, deps } = authWorld({ stored: signedIn(), answers: {} })
  const auth = createAuth(deps)
  await auth.signOut()
  const { login, logout, checkCustomer, tokenValidation } = healthyApi()
  world.tell('login', login)
  world.tell('logout', logout)
  world.tell('checkCustomer', checkCustomer)
  world.tell('tokenValidation', tokenValidation)
  const before = world.callNames().length
  await auth.signIn('pt-BR', email, password)
  await auth.check()
  expect(world.callNames().slice(before)).toEqual(['logout', 'login', 'checkCustomer', 'tokenValidation'])
})

test('a sign-in settles a sign-out that could not be told: its session replaces the old one', async () => {
  const { world, deps } = authWorld({ stored: signedIn(), answers: { ...healthyApi(), logout: noNetwork } })
  const auth = createAuth(deps)
  await auth.signOut()
  expect(world.stored.get('leaving')).toBe('pt-BR')
  await auth.signIn('pt-BR', email, password)
  expect(world.stored.has('leaving')).toBe(false)
})
