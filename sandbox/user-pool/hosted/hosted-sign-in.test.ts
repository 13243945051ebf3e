import { fetchAuthSession, signInWithRedirect, updateUserAttributes } from 'aws-amplify/auth'
import { Hub } from 'aws-amplify/utils'
import { getHostedReturns } from '../../../src/config/hosted-sign-in.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { connectAmplify, storedTokens } from '../../testing/connect-amplify.ts'
import { connectOperator, enableTotp, readTotpCode } from '../../testing/connect-operator.ts'
import { createHostedBrowser } from '../../testing/hosted-browser.ts'
import { createWrongCode, register } from '../../testing/register.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/start-test-sandbox.ts'

// Amplify's own client of a hosted page, with the stand-in on the other side.

const site = 'http://localhost:4000'
const returns = getHostedReturns(site, 'en-NZ')
const { callback, logout } = returns
const username = 'coach.nz@example.com'
const password = 'Barriers-2026!'

let sandbox: TestSandbox
const origin = () => sandbox.addresses().userPool
beforeAll(async () => {
  sandbox = await startTestSandbox({ hostedPools: ['NZ'] })
})
afterAll(() => sandbox.remove())
beforeEach(() => connectHosted())
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Configures Amplify for the pool with the page, as for a site at `callback`. */
const connectHosted = async () => {
  // What Amplify uses of a page. Its listeners are for the button Back.
  const nothing = () => undefined
  const { href, origin: siteOrigin, pathname, hostname } = new URL(callback)
  vi.stubGlobal('window', {
    location: { href, origin: siteOrigin, pathname, hostname },
    addEventListener: nothing,
    removeEventListener: nothing,
  })
  await connectAmplify(sandbox, 'NZ', returns)
  const { fetch } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
    fetch(
      typeof input === 'string' ? input.replace(/^https:\/\/localhost/, 'http://localhost') : input,
      init,
    ),
  )
}

/** Signs in with Amplify. `visit` is what the person does at the page; it resolves to where they return. */
const signInThere = (visit: (url: string) => Promise<string>) =>
  signInWithRedirect({
    options: {
      authSessionOpener: async (url) => ({ type: 'success', url: await visit(url) }),
    },
  })

test('signs in by a password at the page, with PKCE and all scopes', async () => {
  const signedIn = vi.fn()
  const stop = Hub.listen('auth', ({ payload }) => signedIn(payload.event))
  const browser = createHostedBrowser(origin())
  const requested: string[] = []
  await signInThere((url) => {
    requested.push(url)
    return browser.signIn(url, username, password)
  })
  stop()
  expect(new URL(requested[0]!).searchParams.get('code_challenge_method')).toBe('S256')
  expect(signedIn).toHaveBeenCalledWith('signInWithRedirect')
  const { tokens } = await fetchAuthSession()
  expect(tokens!.idToken!.payload).toMatchObject({ email: username, given_name: 'Demo' })
  expect(tokens!.accessToken.payload['scope']).toBe('openid email profile aws.cognito.signin.user.admin')
  await expect(updateUserAttributes({ userAttributes: { given_name: 'Nia' } })).resolves.toBeDefined()
  const renewed = await fetchAuthSession({ forceRefresh: true })
  expect(renewed.tokens!.accessToken.payload['scope']).toContain('openid')
  expect(storedTokens().refreshToken).not.toBe('')
})

test('asks for the code of a second factor, and for another one after a wrong one', async () => {
  const registered = { username: 'hosted-factor@example.com', password }
  await register(sandbox, registered)
  const secret = await enableTotp(sandbox, registered)
  const browser = createHostedBrowser(origin())
  await signInThere(async (url) => {
    const factorPage = await browser.submit(await browser.open(url), registered)
    const code = readTotpCode(sandbox, secret, 1)
    const wrongPage = await browser.submit(factorPage, { code: createWrongCode(code) })
    expect(wrongPage.html).toContain('Invalid code or auth state for the user.')
    return (await browser.submit(wrongPage, { code })).left ?? ''
  })
  expect((await fetchAuthSession()).tokens!.idToken!.payload['email']).toBe(registered.username)
})

test('remembers the browser for an hour, unless the app wants a new sign-in, or the browser signs out', async () => {
  const browser = createHostedBrowser(origin())
  let address = ''
  await signInThere((url) => {
    address = url
    return browser.signIn(url, username, password)
  })
  expect((await browser.open(address)).left).toContain('code=')
  expect((await browser.open(`${address}&prompt=login`)).html).toContain('Password')
  const clientId = new URL(address).searchParams.get('client_id')
  const logoutUrl = `${origin()}/logout?client_id=${clientId}&logout_uri=`
  expect((await browser.open(`${logoutUrl}${encodeURIComponent('https://elsewhere.test/')}`)).html).toContain(
    'An error was encountered',
  )
  expect((await browser.open(`${logoutUrl}${encodeURIComponent(logout)}`)).left).toBe(logout)
  expect((await browser.open(address)).html).toContain('Password')
  expect((await browser.open(`${address}&prompt=none`)).left).toContain('error=login_required')
})

test.each([
  ['Not-mine-2026!', username, 'Incorrect username or password.'],
  [password, 'nobody@example.com', 'User does not exist.'],
  [password, 'invited.nz@example.com', 'Sign in to the app once'],
])('shows why it refuses: %s of %s', async (typed, name, sentence) => {
  const browser = createHostedBrowser(origin())
  await expect(
    signInThere(async (url) => {
      const page = await browser.submit(await browser.open(url), { username: name, password: typed })
      expect(page.html).toContain(sentence)
      return callback
    }),
  ).rejects.toThrow('User cancelled OAuth flow.')
})

test('goes back with access_denied when the person cancels, and Amplify says so', async () => {
  const browser = createHostedBrowser(origin())
  await expect(
    signInThere(async (url) => (await browser.open(url.replace('/oauth2/authorize', '/cancel'))).left ?? ''),
  ).rejects.toThrow('The user has cancelled the sign-in')
})

test('Amplify refuses the state of another sign-in', async () => {
  const browser = createHostedBrowser(origin())
  await expect(
    signInThere(async (url) =>
      (await browser.signIn(url, username, password)).replace(/state=\w+/, 'state=foreign'),
    ),
  ).rejects.toThrow('An error occurred while validating the state.')
})

test.each([
  ['response_type', 'token', 'unauthorized_client'],
  ['code_challenge_method', 'plain', 'invalid_request'],
  ['code_challenge', 'short', 'invalid_request'],
  ['scope', 'openid everything', 'invalid_scope'],
])('reports to the app what is wrong with its request: %s %s', async (name, value, error) => {
  const browser = createHostedBrowser(origin())
  let address = new URL(origin())
  await signInThere((url) => {
    address = new URL(url)
    return browser.signIn(url, username, password)
  })
  address.searchParams.set(name, value)
  const { left = '' } = await browser.open(address.href)
  expect(left.startsWith(`${callback}?error=${error}`)).toBe(true)
  expect(new URL(left).searchParams.get('state')).toBe(address.searchParams.get('state'))
})

test.each([
  ['redirect_uri', 'https://elsewhere.test/'],
  ['redirect_uri', `${callback}/more`],
  ['client_id', 'unknown'],
  // A pool without a domain.
  ['client_id', 'gbbarrierswebclient0000001'],
])('leads nowhere if the address is not registered: %s %s', async (name, value) => {
  const query = { client_id: 'nzbarrierswebclient0000001', redirect_uri: callback, response_type: 'code' }
  const url = `${origin()}/oauth2/authorize?${new URLSearchParams({ ...query, [name]: value }).toString()}`
  const response = await fetch(url, { redirect: 'manual' })
  expect(response.status).toBe(400)
  expect(response.headers.get('location')).toBeNull()
})

/** Signs in, and returns the body with which Amplify has exchanged the code, and a way to send it again. */
const recordExchange = async () => {
  const spy = vi.mocked(fetch)
  const browser = createHostedBrowser(origin())
  await signInThere((url) => browser.signIn(url, username, password))
  const call = spy.mock.calls.find(([url]) => typeof url === 'string' && url.endsWith('/oauth2/token'))
  const sent = call?.[1]?.body
  const exchanged = Object.fromEntries(new URLSearchParams(typeof sent === 'string' ? sent : ''))
  const send = async (changes: Record<string, string> = {}) => {
    const body = new URLSearchParams({ ...exchanged, ...changes })
    const response = await fetch(`${origin()}/oauth2/token`, { method: 'POST', body })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return { browser, exchanged, send }
}

test('accepts each code once', async () => {
  const { send } = await recordExchange()
  expect(await send()).toEqual({ status: 400, body: { error: 'invalid_grant' } })
})

test.each([
  ['a code of another address', { redirect_uri: `${site}/pt-BR/hosted-sign-in` }, 'invalid_grant'],
  ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
  ['a client without a page', { client_id: 'brbarrierswebclient0000001' }, 'invalid_client'],
  ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
])('refuses %s', async (_name, changes, error) => {
  const { browser, exchanged, send } = await recordExchange()
  const { redirect_uri = '', client_id = '' } = exchanged
  const query = new URLSearchParams({ redirect_uri, client_id, response_type: 'code' })
  const { left = '' } = await browser.open(`${origin()}/oauth2/authorize?${query.toString()}`)
  const code = new URL(left).searchParams.get('code') ?? ''
  expect(await send({ code, ...changes })).toEqual({ status: 400, body: { error } })
})

test('a code is valid for five minutes', async () => {
  const browser = createHostedBrowser(origin())
  await expect(
    signInThere(async (url) => {
      const returned = await browser.signIn(url, username, password)
      sandbox.advance(5 * 60_000)
      return returned
    }),
  ).rejects.toThrow('invalid_grant')
})

test('refreshes tokens until the session is revoked', async () => {
  const { send } = await recordExchange()
  const { refreshToken } = storedTokens()
  const refresh = () => send({ grant_type: 'refresh_token', refresh_token: refreshToken })
  expect(await refresh()).toMatchObject({ status: 200, body: { token_type: 'Bearer' } })
  const body = new URLSearchParams({ client_id: 'nzbarrierswebclient0000001', token: refreshToken })
  expect((await fetch(`${origin()}/oauth2/revoke`, { method: 'POST', body })).status).toBe(200)
  expect(await refresh()).toEqual({ status: 400, body: { error: 'invalid_grant' } })
})

test('a disabled user gets no tokens, even with a code', async () => {
  const registered = { username: 'hosted-disabled@example.com', password }
  await register(sandbox, registered)
  const browser = createHostedBrowser(origin())
  await expect(
    signInThere(async (url) => {
      const returned = await browser.signIn(url, registered.username, password)
      await connectOperator(sandbox, 'NZ').call('AdminDisableUser', { Username: registered.username })
      return returned
    }),
  ).rejects.toThrow('invalid_grant')
})
