import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { connectOperator } from '../sandbox/testing/connect-operator.ts'
import type { LocaleCode } from '../src/config/locales.ts'
import { getDemoEmail } from './testing/catalogue.ts'
import { createDevice } from './testing/device.ts'
import { demoPassword } from './testing/people.ts'
import { startServices, type RunningServices } from './testing/start-services.ts'

let services: RunningServices
beforeAll(async () => {
  services = await startServices()
  // The admins are second accounts here.
  for (const country of ['BR', 'MX'] as const)
    await connectOperator(services.sandbox, country).disableEmailCode(
      `admin.${country.toLowerCase()}@example.com`,
    )
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => services.close())

const sent = v.pipe(v.string(), v.parseJson(), v.object({ ClientId: v.string() }))
const issued = v.object({ AuthenticationResult: v.object({ RefreshToken: v.string() }) })

/** Records the refresh tokens that the pools issue from now on, each with the request that uses it. */
const refreshTokens = () => {
  const { fetch } = globalThis
  const refreshes: (() => Promise<Response>)[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await fetch(input, init)
    const headers = new Headers(init?.headers)
    if (!headers.get('x-amz-target')?.endsWith('.RespondToAuthChallenge')) return response
    const signedIn = v.safeParse(issued, await response.clone().json())
    if (!signedIn.success) return response
    const { ClientId } = v.parse(sent, init?.body)
    const { RefreshToken } = signedIn.output.AuthenticationResult
    headers.set('x-amz-target', 'AWSCognitoIdentityProviderService.GetTokensFromRefreshToken')
    const body = JSON.stringify({ ClientId, RefreshToken })
    refreshes.push(() => fetch(input, { method: 'POST', headers, body }))
    return response
  })
  return refreshes
}

const admin = (locale: LocaleCode) => getDemoEmail(locale).replace('coach', 'admin')

test.each<[LocaleCode, LocaleCode]>([
  ['pt-BR', 'pt-BR'],
  ['pt-BR', 'pt-BR'],
  ['pt-BR', 'pt-BR'],
  ['pt-BR', 'es-MX'],
  ['pt-BR', 'en-US'],
  ['en-US', 'en-US'],
])(
  'of two simultaneous sign-ins in two tabs (%s, %s) one stays, and its sign-out leaves no token',
  async (one, other) => {
    const refreshes = refreshTokens()
    const device = createDevice(services)
    const tabs = [device.open(), device.open()] as const
    for (const tab of tabs) await tab.check()
    const [first, second] = await Promise.all([
      tabs[0].signIn(one, getDemoEmail(one), demoPassword),
      tabs[1].signIn(other, admin(other), demoPassword),
    ])
    const overtaken = ['error.otherCustomer', 'error.signInNeeded']
    const outcomes = [first, second].map((result) => (result.ok ? result.value.email : result.error.message))
    expect(outcomes[0]).toBeOneOf([getDemoEmail(one), ...overtaken])
    expect(outcomes[1]).toBeOneOf([admin(other), ...overtaken])
    const stored = v.parse(v.object({ userID: v.string() }), device.stored.get('currentUser'))
    const user = expect.objectContaining({ userID: stored.userID })
    for (const tab of tabs) await expect.poll(() => tab.state()).toEqual({ status: 'authenticated', user })
    expect(await tabs[0].requestIdentityToken(stored.userID)).toMatchObject({ ok: true })

    await tabs[0].signOut(stored.userID)
    expect([...device.stored.keys()]).toEqual([])
    for (const refresh of refreshes) expect((await refresh()).status).toBe(400)
  },
)

test.each(['pt-BR', 'en-US'] as const)(
  'the next start ends a sign-in in %s whose tab was closed before its session was open',
  async (locale) => {
    const refreshes = refreshTokens()
    const device = createDevice(services)
    let hasAsked = false
    const { fetch } = globalThis
    globalThis.fetch = async (input, init) => {
      const isLogin = /\/api\/(?:loyalty\/)?login$/.test(new Request(input).url)
      if (!isLogin) return fetch(input, init)
      hasAsked = true
      return new Promise<never>(() => undefined)
    }
    void device.open().signIn(locale, getDemoEmail(locale), demoPassword)
    await expect.poll(() => hasAsked).toBe(true)
    globalThis.fetch = fetch

    const restarted = createDevice(services)
    for (const [key, value] of device.stored) restarted.stored.set(key, value)
    await restarted.open().check()
    await expect.poll(() => [...restarted.stored.keys()]).toEqual([])
    for (const refresh of refreshes) expect((await refresh()).status).toBe(400)
    expect(refreshes).toHaveLength(locale === 'pt-BR' ? 1 : 0)
  },
)

test('a sign-out ends the leftovers of an earlier pool sign-in, on the device and at the pool', async () => {
  const refreshes = refreshTokens()
  const device = createDevice(services)
  const tab = device.open()
  const signedIn = await tab.signIn('pt-BR', getDemoEmail('pt-BR'), demoPassword)
  if (!signedIn.ok) throw new Error(signedIn.error.message)
  // The state that an older version left, which removed only the tokens of the last sign-in.
  const before = createDevice(services)
  await before.open().signIn('pt-BR', admin('pt-BR'), demoPassword)
  for (const [key, value] of before.stored)
    if (key.startsWith('Cognito') && !device.stored.has(key)) device.stored.set(key, value)
  await tab.signOut(signedIn.value.userID)
  expect([...device.stored.keys()]).toEqual([])
  expect(await Promise.all(refreshes.map(async (refresh) => (await refresh()).status))).toEqual([400, 400])
})
