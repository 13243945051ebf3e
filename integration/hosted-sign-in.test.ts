import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { getHostedReturns } from '../src/config/hosted-sign-in.ts'
import { getFailure } from './testing/catalogue.ts'
import { createDevice } from './testing/device.ts'
import {
  beginSignIn,
  comeBack,
  createHostedTab,
  hostedCoach,
  interceptFetch,
  isExchange,
  leave,
  loseConnection,
  signInOnPage,
  signInThere,
  site,
} from './testing/hosted-tab.ts'
import { demoPassword } from './testing/people.ts'
import { startServices, type RunningServices } from './testing/start-services.ts'
import { unwrap } from './testing/unwrap.ts'

// A coach who signs in on the hosted page of a pool, and comes back.

const { locale, email } = hostedCoach

let services: RunningServices
beforeAll(async () => {
  services = await startServices({ hostedPools: ['NZ', 'BR'] })
})
afterAll(() => services.close())
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const open = (returnTo?: string) => leave(createDevice(services), returnTo === undefined ? {} : { returnTo })

test('signs a coach in, and returns to the page that they wanted to open', async () => {
  const { left, tab, complete } = await signInOnPage(services, { returnTo: '/en-NZ/files' })
  expect(await complete()).toEqual({ ok: true, value: { returnTo: '/en-NZ/files' } })
  expect(tab.state()).toMatchObject({ status: 'authenticated', user: { email, locale } })
  const userID = tab.customer() ?? ''
  expect(unwrap(await tab.requestAccessToken(userID))).not.toBe('')
  // The tokens are renewed like those of any other sign-in.
  const provider = unwrap(await tab.loadProvider(locale))
  expect(await provider.session({ fresh: true })).toMatchObject({ ok: true })
  unwrap(await tab.rename(userID, { firstName: 'Nia', lastName: 'Coach' }))
  expect(left.device.captured).toMatchObject([{ event: 'event.logged.v1', payload: { event_id: 1 } }])
})

test('gives the same result however often the router asks, and sends the code once', async () => {
  const { tab } = await signInOnPage(services)
  const sent = vi.spyOn(globalThis, 'fetch')
  const hosted = await tab.loadHostedSignIn()
  const results = await Promise.all([hosted.complete(locale), hosted.complete(locale)])
  expect(results.map(({ ok }) => ok)).toEqual([true, true])
  expect(sent.mock.calls.filter(([url]) => isExchange(url))).toHaveLength(1)
})

test('a reload of the page resends nothing, and says what to do', async () => {
  const left = await open()
  const returned = await signInThere(services, left.url)
  // The exchange is still in progress when the page is reloaded.
  await fetch(`${services.sandbox.addresses().userPool}/_control/fail-next`, {
    method: 'POST',
    body: JSON.stringify({ target: 'oauth2/token', never: true }),
  })
  const closed = comeBack(left, returned)
  void closed.complete()
  await expect.poll(left.tab.read).toBe('taken')
  const sent = vi.spyOn(globalThis, 'fetch')
  const reloaded = comeBack(left, getHostedReturns(site, locale).callback)
  expect(getFailure(await reloaded.complete())).toEqual({
    message: 'hostedSignIn.interrupted',
    step: 'sign-in',
  })
  expect(sent).not.toHaveBeenCalled()
  // From then on it is an ordinary first visit.
  const again = comeBack(left, getHostedReturns(site, locale).callback)
  expect(await again.complete()).toEqual({ ok: true, value: undefined })
})

test.each([
  ['another state', (address: string) => address.replace(/state=\w+/, 'state=foreign')],
  ['no state', (address: string) => address.replace(/&state=\w+/, '')],
])('Invalid state in OAuth flow: refuses a response with %s, and sends nothing', async (_name, change) => {
  const left = await open()
  const { tab, complete } = comeBack(left, change(await signInThere(services, left.url)))
  const sent = vi.spyOn(globalThis, 'fetch')
  expect(getFailure(await complete())).toEqual({ message: 'hostedSignIn.otherWindow', step: 'sign-in' })
  expect(sent).not.toHaveBeenCalled()
  expect(tab.state().status).not.toBe('authenticated')
})

test('a result does not appear again after the coach has left the screen, nor in another locale', async () => {
  const refuse = async () => {
    const left = await open('/en-NZ/files')
    const state = new URL(left.url).searchParams.get('state')
    const { tab, complete } = comeBack(left, `${site}/?error=access_denied&state=${state}`)
    expect(await complete()).toMatchObject({ ok: false })
    return { left, hosted: await tab.loadHostedSignIn() }
  }
  const { left, hosted } = await refuse()
  expect(await hosted.complete(locale)).toMatchObject({ ok: false })
  hosted.forget()
  expect(await hosted.complete(locale)).toEqual({ ok: true, value: undefined })
  // A later sign-in does not lead to the page that this one was for.
  unwrap(await hosted.start(locale, undefined))
  expect(JSON.parse(left.tab.read() ?? '')).not.toHaveProperty('returnTo')

  const other = await refuse()
  expect(await other.hosted.complete('pt-BR')).toEqual({ ok: true, value: undefined })
})

test('a code that was not received is forgotten when the coach leaves the screen', async () => {
  const { tab, complete } = await signInOnPage(services)
  interceptFetch((url) => (isExchange(url) ? loseConnection() : undefined))
  const completion = complete()
  const hosted = await tab.loadHostedSignIn()
  // The coach leaves while the exchange is still in progress.
  await wait(0)
  hosted.forget()
  expect(await completion).toMatchObject({ ok: false })
  vi.restoreAllMocks()
  expect(hosted.canRetry()).toBe(false)
  expect(await hosted.complete(locale)).toEqual({ ok: true, value: undefined })
  expect(tab.state().status).not.toBe('authenticated')
})

test('refuses the response to the sign-in of another tab, such as that of a stranger’s link', async () => {
  const stranger = await open()
  const address = await signInThere(services, stranger.url)
  const { complete } = comeBack({ device: createDevice(services), tab: createHostedTab(), locale }, address)
  expect(getFailure(await complete())).toEqual({ message: 'hostedSignIn.otherWindow', step: 'sign-in' })
})

test.each([
  ['access_denied', 'hostedSignIn.cancelled'],
  ['server_error', 'hostedSignIn.refused'],
])('Authentication Error: says what %s of the page means', async (error, message) => {
  const left = await open()
  const state = new URL(left.url).searchParams.get('state')
  const { complete } = comeBack(left, `${site}/?error=${error}&error_description=Nothing&state=${state}`)
  expect(getFailure(await complete())).toEqual({ message, step: 'sign-in' })
})

test.each([
  [
    'already used',
    async (tab: ReturnType<typeof comeBack>['tab'], code: string, verifier: string) => {
      const provider = unwrap(await tab.loadProvider(locale))
      const methods = unwrap(await provider.loadHosted!())
      const { callback } = getHostedReturns(site, locale)
      unwrap(await methods.exchange({ code, verifier, callback }))
      await provider.signOut()
    },
  ],
  ['too old', async () => void services.sandbox.advance(5 * 60_000)],
] as const)('a code that is %s starts the sign-in again', async (_name, spoil) => {
  const left = await open()
  const address = await signInThere(services, left.url)
  const { verifier } = JSON.parse(left.tab.read() ?? '') as { verifier: string }
  const { tab, complete } = comeBack(left, address)
  await spoil(tab, new URL(address).searchParams.get('code') ?? '', verifier)
  expect(getFailure(await complete())).toEqual({ message: 'hostedSignIn.over', step: 'sign-in' })
  expect((await tab.loadHostedSignIn()).canRetry()).toBe(false)
})

test('a code of another pool is refused', async () => {
  const left = await leave(createDevice(services), { locale: 'pt-BR' })
  const address = await signInThere(services, left.url, 'coach.br@example.com')
  const { complete } = comeBack({ ...left, locale }, address)
  expect(getFailure(await complete())).toEqual({ message: 'hostedSignIn.otherWindow', step: 'sign-in' })
})

test('waits 10 s for the page to appear, and then reports that it did not', async () => {
  const silent = createHostedTab({ answers: false })
  silent.show()
  const hosted = await createDevice(services).open().loadHostedSignIn()
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const settled = vi.fn()
  const beginning = hosted.start(locale, undefined).finally(settled)
  // Unlike `expect.poll`, this does not let the time pass that the app waits.
  while (silent.left.length === 0) await vi.advanceTimersByTimeAsync(0)
  await vi.advanceTimersByTimeAsync(9999)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(settled).toHaveBeenCalled()
  expect(getFailure(await beginning)).toEqual({
    message: 'errorMessage.authLoginError',
    reason: 'error.providerUnavailable',
  })
})

test('waits at most 10 s for the tokens, and the coach can try again with the same code', async () => {
  const { tab, complete } = await signInOnPage(services)
  // The request is lost on its way.
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  timeout.mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), ms === 10_000 ? 20 : ms).unref()
    return controller.signal
  })
  interceptFetch((url, { signal }) =>
    isExchange(url)
      ? new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error))
        })
      : undefined,
  )
  expect(getFailure(await complete())).toEqual({
    message: 'errorMessage.authLoginError',
    reason: 'error.timeout',
  })
  expect(timeout).toHaveBeenCalledWith(10_000)
  vi.restoreAllMocks()
  const hosted = await tab.loadHostedSignIn()
  expect(hosted.canRetry()).toBe(true)
  hosted.retry()
  expect(await hosted.complete(locale)).toMatchObject({ ok: true })
})

test('without a connection on the return, says so and keeps the code for another attempt', async () => {
  const { tab, complete } = await signInOnPage(services)
  const sent = interceptFetch((url) => (isExchange(url) ? loseConnection() : undefined))
  expect(getFailure(await complete())).toEqual({
    message: 'errorMessage.authLoginError',
    reason: 'error.network',
  })
  // The provider may have used the code already, so nothing is sent again by itself.
  expect(sent.mock.calls.filter(([url]) => isExchange(url))).toHaveLength(1)
  vi.restoreAllMocks()
  const hosted = await tab.loadHostedSignIn()
  hosted.retry()
  expect(await hosted.complete(locale)).toMatchObject({ ok: true })
})

test('does not end the session of a coach who has signed in in another tab meanwhile', async () => {
  const left = await open()
  const address = await signInThere(services, left.url)
  const other = left.device.open()
  unwrap(await other.signIn(locale, email, demoPassword))
  const sent = vi.spyOn(globalThis, 'fetch')
  const { tab, complete } = comeBack(left, address)
  expect(getFailure(await complete())).toEqual({ message: 'hostedSignIn.signedIn', step: 'sign-in' })
  expect(tab.state()).toMatchObject({ user: { email } })
  expect(sent.mock.calls.filter(([url]) => isExchange(url))).toEqual([])
})

test('does not end the session that another tab is just opening', async () => {
  const { left, tab, complete } = await signInOnPage(services)
  const resume = await beginSignIn(left.device.open(), email)
  const completion = complete()
  await wait(100)
  const sent = vi.spyOn(globalThis, 'fetch')
  await resume()
  expect(getFailure(await completion)).toEqual({ message: 'hostedSignIn.signedIn', step: 'sign-in' })
  expect(tab.state()).toMatchObject({ user: { email } })
  expect(sent.mock.calls.filter(([url]) => isExchange(url))).toEqual([])
})

/** Makes the device refuse once to store a text whose key ends like this, as if its storage were full. */
const failToStore = ({ stored }: ReturnType<typeof createDevice>, ending: string) => {
  const set = stored.set.bind(stored)
  let hasFailed = false
  vi.spyOn(stored, 'set').mockImplementation((key, value) => {
    if (hasFailed || !key.endsWith(ending)) return set(key, value)
    hasFailed = true
    throw new DOMException('', 'QuotaExceededError')
  })
}

test('leaves no token behind that the device could not store', async () => {
  const { left, tab, complete } = await signInOnPage(services)
  failToStore(left.device, 'refreshToken')
  const sent = vi.spyOn(globalThis, 'fetch')
  expect(getFailure(await complete())).toMatchObject({ message: 'errorMessage.authLoginError' })
  expect(tab.state().status).not.toBe('authenticated')
  expect([...left.device.stored.keys()].filter((key) => key.endsWith('Token'))).toEqual([])
  const targets = sent.mock.calls.map(([, init]) => new Headers(init?.headers).get('x-amz-target') ?? '')
  expect(targets.filter((target) => target.endsWith('.RevokeToken'))).toHaveLength(1)
})

test('an exception is not stored as a result: the next call uses the code', async () => {
  const { left, complete } = await signInOnPage(services)
  failToStore(left.device, 'leaving')
  await expect(complete()).rejects.toThrow(DOMException)
  expect(await complete()).toMatchObject({ ok: true })
})

test('no code, state, verifier or token is in the log', async () => {
  const left = await open()
  const address = await signInThere(services, left.url)
  const secrets = [
    ...new URL(address).searchParams.values(),
    ...Object.values(JSON.parse(left.tab.read() ?? '') as object),
  ]
  const { complete } = comeBack(left, address)
  await complete()
  await wait(0)
  for (const secret of secrets.filter((text) => String(text).length > 10))
    expect(left.device.logged.join('\n')).not.toContain(secret)
})
