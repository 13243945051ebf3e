import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { getHostedReturns } from '../src/config/hosted-sign-in.ts'
import { createDevice, type Tab } from './testing/device.ts'
import {
  beginSignIn,
  createHostedTab,
  hostedCoach,
  interceptFetch,
  isExchange,
  loseConnection,
  signInOnPage,
  site,
} from './testing/hosted-tab.ts'
import { demoPassword } from './testing/people.ts'
import { startServices, type RunningServices } from './testing/start-services.ts'
import { unwrap } from './testing/unwrap.ts'

// A coach who signs out after a sign-in on the hosted page of a pool, on a phone that others use too.

const { locale, email } = hostedCoach

let services: RunningServices
beforeAll(async () => {
  services = await startServices({ hostedPools: ['NZ'] })
})
afterAll(() => services.close())
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** What the sign-in screen does while nobody is signed in. */
const endPageSession = async (tab: Tab, isFormOpen = () => false) =>
  (await tab.loadHostedSignIn()).endPageSession(locale, isFormOpen)

const signOut = async (tab: Tab) => {
  expect(await tab.signOut(tab.customer() ?? '')).toBe(true)
  expect(tab.state().status).toBe('anonymous')
}

/** A tab whose coach has signed in on the page. */
const signIn = async () => {
  const { left, tab, complete } = await signInOnPage(services)
  unwrap(await complete())
  return { device: left.device, hostedTab: left.tab, tab }
}

/** Whether the browser reaches the page, which leads back to a site that does not run in these tests. */
const setReachable = (isReachable: boolean) =>
  interceptFetch((_url, { mode }) => {
    if (mode !== 'no-cors') return undefined
    return isReachable ? Promise.resolve(new Response()) : loseConnection()
  })

test('ends the session of the page after the sign-out of this device', async () => {
  const { tab, hostedTab } = await signIn()
  setReachable(true)
  await signOut(tab)
  await endPageSession(tab)
  const { logout } = getHostedReturns(site, locale)
  expect(new URL(hostedTab.left[1] ?? '').searchParams.get('logout_uri')).toBe(logout)
  // Only once.
  await endPageSession(tab)
  expect(hostedTab.left).toHaveLength(2)
})

test('comes back to the same search, and to the reason why the session ended', async () => {
  const { tab, hostedTab } = await signIn()
  setReachable(true)
  await signOut(tab)
  hostedTab.setSearch('?returnTo=%2Fen-NZ%2Fdrills')
  const hosted = await tab.loadHostedSignIn()
  await hosted.endPageSession(locale, () => false, 'error.endedElsewhere')
  expect(hostedTab.leftAddresses).toEqual([
    undefined,
    '/en-NZ/login?returnTo=%2Fen-NZ%2Fdrills&ended=error.endedElsewhere',
  ])
})

test('first reports a sign-out that the server does not know of, which leaving would abort', async () => {
  const { tab, hostedTab, device } = await signIn()
  interceptFetch((url) => (url.endsWith('/api/logout') ? loseConnection() : undefined))
  await signOut(tab)
  expect(device.stored.get('leaving')).toBe(locale)
  vi.restoreAllMocks()
  setReachable(true)
  await endPageSession(tab)
  expect(hostedTab.left).toHaveLength(2)
  expect(device.stored.has('leaving')).toBe(false)
})

test('does not redirect after a sign-out if nobody has signed in on the page', async () => {
  const hostedTab = createHostedTab()
  hostedTab.show()
  const tab = createDevice(services).open()
  unwrap(await tab.signIn(locale, email, demoPassword))
  await signOut(tab)
  await endPageSession(tab)
  expect(hostedTab.left).toEqual([])
})

test('does not redirect after a sign-out if the page cannot be reached, and tries again the next time', async () => {
  const { tab, hostedTab } = await signIn()
  setReachable(false)
  await signOut(tab)
  await endPageSession(tab)
  expect(hostedTab.left).toHaveLength(1)
  vi.restoreAllMocks()
  setReachable(true)
  unwrap(await tab.signIn(locale, email, demoPassword))
  await signOut(tab)
  await endPageSession(tab)
  expect(hostedTab.left).toHaveLength(2)
})

test('ends the session of the page if the coach had signed in there, but not in the app', async () => {
  const { left, tab, complete } = await signInOnPage(services)
  interceptFetch((url) => (isExchange(url) ? loseConnection() : undefined))
  expect(await complete()).toMatchObject({ ok: false })
  vi.restoreAllMocks()
  setReachable(true)
  await endPageSession(tab)
  expect(left.tab.left).toHaveLength(2)
})

test('does not empty a form that is being filled in, and ends the session of the page later', async () => {
  const { tab, hostedTab } = await signIn()
  setReachable(true)
  await signOut(tab)
  await endPageSession(tab, () => true)
  expect(hostedTab.left).toHaveLength(1)
  await endPageSession(tab)
  expect(hostedTab.left).toHaveLength(2)
})

test('tries again the next time if the page does not respond in time', async () => {
  const { tab, hostedTab, device } = await signIn()
  await signOut(tab)
  const silent = createHostedTab({ browser: hostedTab.browser, answers: false })
  silent.show()
  const next = device.open()
  // The request for the page takes almost all of the 3 s.
  interceptFetch((_url, { mode }) => {
    if (mode !== 'no-cors') return undefined
    device.advance(2900)
    return Promise.resolve(new Response())
  })
  await endPageSession(next)
  expect(silent.left).toHaveLength(1)
  await expect.poll(() => hostedTab.browser.get('hosted-session')).toBe(locale)
})

test('does not disturb a sign-in that is in progress in another tab', async () => {
  const { tab, hostedTab, device } = await signIn()
  await signOut(tab)
  const other = device.open()
  const resume = await beginSignIn(other, email)
  const ending = endPageSession(tab)
  await wait(300)
  await resume()
  await ending
  expect(hostedTab.left).toHaveLength(1)
  const provider = unwrap(await other.loadProvider(locale))
  expect(await provider.session({ fresh: true })).toMatchObject({ ok: true })
})

test('does not wait longer than 3 s for a sign-in in another tab, and then does not redirect', async () => {
  const { tab, hostedTab, device } = await signIn()
  await signOut(tab)
  const resume = await beginSignIn(device.open(), email)
  const begun = Date.now()
  await endPageSession(tab)
  expect(Date.now() - begun).toBeLessThan(4000)
  await resume()
  expect(hostedTab.left).toHaveLength(1)
})
