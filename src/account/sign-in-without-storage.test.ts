import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDeferred } from '../lib/async/deferred.ts'
import { fail, ok } from '../lib/result.ts'
import { memoryKeyValues } from '../platform/storage/testing/memory-key-values.ts'
import { email, password } from '../session/testing/coach.ts'
import { healthyApi } from '../session/testing/product-api.ts'
import { memoryTabs } from '../session/testing/memory-browser.ts'
import { createProvider } from '../session/providers/testing/fake-provider.ts'
import { accountWorld } from './testing/account-world.ts'
import { input } from './testing/sign-up-input.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const never = () => new Promise<never>(() => undefined)
const refuse = () => Promise.reject(new DOMException('No room', 'UnknownError'))
const dead = (use: () => Promise<never>) => ({
  ...memoryKeyValues(),
  read: use,
  write: use,
  update: use,
  remove: use,
  keys: use,
})

/** Resolves to the result, or to `nothing` after 10 s. */
const soon = async <T>(work: Promise<T>): Promise<T | 'nothing'> => {
  const late = new Promise<'nothing'>((resolve) => {
    setTimeout(() => resolve('nothing'), 10_000)
  })
  const first = Promise.race([work, late])
  await vi.advanceTimersByTimeAsync(10_000)
  return first
}

const unusable = [
  ['throws', refuse],
  ['never responds', never],
] as const

test.each(unusable)(
  'reports a session store that %s within 10 s, before it sends the password',
  async (_, use) => {
    const { world, openTab } = accountWorld()
    const tab = openTab({ values: dead(use) })
    expect(await soon(tab.signIn('pt-BR', email, password))).toEqual(
      fail({ message: 'errorMessage.authLoginError', reason: 'error.nothingStored' }),
    )
    expect(await soon(tab.signUp('pt-BR', input))).toEqual(
      fail({ message: 'errorMessage.authSignUp', reason: 'error.nothingStored' }),
    )
    expect(world.calls).toEqual([])
  },
)

test.each(unusable)('signs in when the store of outbox and id %s', async (_, use) => {
  const { world, openTab } = accountWorld()
  const tab = openTab({ device: use, outbox: { add: use } })
  expect(await soon(tab.signIn('pt-BR', email, password))).toMatchObject({ ok: true })
  expect(tab.state().status).toBe('authenticated')
  expect(world.calls[0]).toMatchObject({
    name: 'login',
    body: { device: expect.not.stringContaining(world.device) },
  })
})

test.each(unusable)(
  'resets the password when the session store %s, and only logs that the earlier sessions stay',
  async (_, use) => {
    const { world, openTab } = accountWorld()
    const reset = { email, code: '123456', password }
    expect(await soon(openTab({ values: dead(use) }).submitNewPassword('pt-BR', reset))).toEqual(
      ok(undefined),
    )
    expect(world.logged.join()).toContain('The sessions before a new password were not ended')
  },
)

test('tells a device that the server registered it anew, but not a device without an id', async () => {
  const login = () => ok({ ...healthyApi().login().value, began_anew: true })
  const { world, openTab } = accountWorld({ responses: { ...healthyApi(), login } })
  await soon(openTab({ device: refuse }).signIn('pt-BR', email, password))
  expect(world.beganAnew).toEqual([])
  await soon(openTab().signIn('pt-BR', email, password))
  expect(world.beganAnew).toEqual(['user-1'])
})

test('reports within 10 s that another window holds the lock, and does not sign in later', async () => {
  const tabs = memoryTabs()()
  let free = () => undefined as void
  void tabs.withRenewalLock(
    () =>
      new Promise<void>((resolve) => {
        free = resolve
      }),
  )
  const { world, openTab } = accountWorld({ tabs })
  const tab = openTab()
  expect(await soon(tab.signIn('pt-BR', email, password))).toEqual(
    fail({ message: 'errorMessage.authLoginError', reason: 'error.otherWindow' }),
  )
  free()
  await vi.advanceTimersByTimeAsync(1000)
  expect(world.calls).toEqual([])
  expect(await soon(tab.signIn('pt-BR', email, password))).toMatchObject({ ok: true })
})

test('a second tab reports within 10 s that the sign-in of the first is in progress, which then completes', async () => {
  const mayGoOn = createDeferred<void>()
  const provider = createProvider()
  const signIn = vi.fn<typeof provider.signIn>(async (...credentials) => {
    await mayGoOn.promise
    return provider.signIn(...credentials)
  })
  const browser = memoryTabs()
  const { openTab } = accountWorld({ provider: { ...provider, signIn } })
  const [first, second] = [openTab({ tabs: browser() }), openTab({ tabs: browser() })]
  const firstResult = first.signIn('pt-BR', email, password)
  expect(await soon(second.signIn('pt-BR', email, password))).toEqual(
    fail({ message: 'errorMessage.authLoginError', reason: 'error.otherWindow' }),
  )
  mayGoOn.resolve()
  expect(await soon(firstResult)).toMatchObject({ ok: true })
  expect(signIn).toHaveBeenCalledTimes(1)
  expect(await soon(second.signIn('pt-BR', email, password))).toMatchObject({ ok: true })
})

test('a sign-in waits for an earlier one of its own tab, which is no other window', async () => {
  const mayGoOn = createDeferred<void>()
  const provider = createProvider()
  const signIn = vi.fn<typeof provider.signIn>(async (...credentials) => {
    if (signIn.mock.calls.length === 1) await mayGoOn.promise
    return provider.signIn(...credentials)
  })
  const { openTab } = accountWorld({ provider: { ...provider, signIn } })
  const tab = openTab()
  void tab.signIn('pt-BR', email, password)
  const second = tab.signIn('pt-BR', email, password)
  expect(await soon(second)).toBe('nothing')
  mayGoOn.resolve()
  expect(await soon(second)).toMatchObject({ ok: true })
})
