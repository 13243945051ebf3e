import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { keyHeader } from '../../src/contract/service-call.ts'
import { password, rejected, signUpBody, unwrap, vendor } from '../testing/person-services.ts'
import { servicesForFile } from '../testing/services-for-file.ts'

const site = 'http://localhost:4000'
const { sandbox, services } = servicesForFile()
let origin: string
beforeAll(async () => {
  origin = sandbox().addresses().personServices
})
afterEach(() => services().forgetFailures())

const login = () => services().login('coach.us@example.com')
const preflight = (from: string) =>
  fetch(`${origin}/loyalty/oauth/authorize`, {
    method: 'OPTIONS',
    headers: { Origin: from, 'Access-Control-Request-Method': 'POST' },
  })

test('lets the site call with credentials and a key, and read every response, even refusals', async () => {
  const allowed = await preflight(site)
  expect(allowed.status).toBe(204)
  expect(allowed.headers.get('access-control-allow-origin')).toBe(site)
  expect(allowed.headers.get('access-control-allow-headers')).toBe(`Authorization,Content-Type,${keyHeader}`)

  const refusedLogin = await fetch(`${origin}/loyalty/oauth/authorize`, {
    method: 'POST',
    headers: { Origin: site },
    body: '{}',
  })
  expect(refusedLogin.status).toBe(401)
  expect(refusedLogin.headers.get('access-control-allow-origin')).toBe(site)
})

test('lets another site do neither', async () => {
  const foreign = await preflight('http://localhost:4001')
  expect(foreign.status).toBe(403)
  expect(foreign.headers.has('access-control-allow-origin')).toBe(false)
  const headers = { Origin: 'http://localhost:4001' }
  const response = await fetch(`${origin}/loyalty/profile/details`, { headers })
  expect(response.headers.has('access-control-allow-origin')).toBe(false)
  expect(response.headers.get('vary')).toBe('Origin')
})

test('lets no site inspect or control', async () => {
  const headers = { Origin: site }
  for (const [path, init] of [
    ['/_stored', { headers }],
    ['/_control/fail-next', { headers, method: 'POST', body: '{"target":"loyalty.login","status":500}' }],
  ] as const) {
    const response = await fetch(origin + path, init)
    expect(response.status).toBe(403)
    expect(response.headers.has('access-control-allow-origin')).toBe(false)
  }
  unwrap(await login())
})

test.each([
  ['GET', '/loyalty/oauth/authorize', 404, { Type: 'ERROR', ErrorDesc: { Number: 200404 } }],
  ['POST', '/loyalty/nothing', 404, { Type: 'ERROR', ErrorDesc: { Number: 200404 } }],
  ['POST', '/consent/nothing', 404, { error: { code: 'not-found' } }],
  ['POST', '/constructor/x', 404, { error: { code: 'not-found' } }],
  ['GET', '/', 404, { error: { code: 'not-found' } }],
  ['GET', '/_control/fail-next', 404, { error: { code: 'not-found' } }],
])('%s %s gets %i in the form of its service', async (method, path, status, body) => {
  const response = await fetch(origin + path, { method })
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject(body)
})

test('refuses a body that is not JSON, and one that is too large', async () => {
  const post = (body: string) => fetch(`${origin}/consent/consents`, { method: 'POST', body })
  expect((await post('{')).status).toBe(400)
  expect((await post(`"${'x'.repeat(130 * 1024)}"`)).status).toBe(413)
})

test('fails the next calls with an error number, as often as ordered, then works again', async () => {
  await services().failNext({ target: 'loyalty.login', code: 200999, times: 2 })
  expect(await login()).toEqual(rejected('200999'))
  expect(await login()).toEqual(rejected('200999'))
  unwrap(await login())
})

test.each([
  ['a status', { status: 500 }, rejected('200500', 500)],
  ['a status and a number', { status: 503, code: '200037' }, rejected('200037', 503)],
  ['a page', { html: '<h1>Bad gateway</h1>' }, { ok: false, error: { kind: 'unreadable', status: 502 } }],
  [
    'a page that looks like a success',
    { html: '<h1>Wi-Fi</h1>', status: 200 },
    { ok: false, error: { kind: 'unreadable', status: 200 } },
  ],
  ['a cut connection', { cut: true }, { ok: false, error: { kind: 'network' } }],
])('the next call fails with %s', async (_, order, expected) => {
  await services().failNext({ target: 'loyalty.login', ...order })
  expect(await login()).toEqual(expected)
  unwrap(await login())
})

test('returns failures of the other services in their form', async () => {
  await services().failNext({ target: 'consent.consent', status: 503, code: 'busy' })
  const response = await fetch(`${origin}/consent/consents`, { method: 'POST', body: '{}' })
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({ error: { code: 'busy', message: 'Planned failure.' } })
})

test('delays the next call', async () => {
  await services().failNext({ target: 'loyalty.login', delayMs: 300 })
  const slow = login()
  // Both timers run in this process, so the shorter one always ends first, however busy the machine is.
  expect(await Promise.race([slow, sleep(50, 'still waiting')])).toBe('still waiting')
  unwrap(await slow)
})

test('a failure before the call prevents it; one after it loses the response only', async () => {
  const signUp = (email: string) => services().loyalty.call('signUp', signUpBody(email), vendor)
  await services().failNext({ target: 'loyalty.signUp', status: 500 })
  await signUp('before@example.com')
  unwrap(await signUp('before@example.com'))
  await services().failNext({ target: 'loyalty.signUp', status: 500, after: true })
  expect(await signUp('after@example.com')).toEqual(rejected('200500', 500))
  expect(await signUp('after@example.com')).toEqual(rejected('200049'))
})

test.each([
  [{ target: 'loyalty.signIn' }, 'target'],
  [{ target: 'loyalty.login', delayMs: -1 }, 'delayMs'],
  [{ target: 'loyalty.login', typo: 1 }, 'typo'],
])('refuses the order %j, and names the field', async (order, path) => {
  const response = await services().failNext(order)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { path } })
})

test('shows what was sent, over a restart, without passwords and tokens', async () => {
  await services().join('journal@example.com')
  await services().login('journal@example.com', 'Wrong-2026!')
  await services().failNext({ target: 'loyalty.userExists', cut: true })
  await services().loyalty.call(
    'userExists',
    { DataSourceID: '2000042737', Username: 'journal@example.com' },
    undefined,
  )
  await sandbox().restart()
  const stored = await services().stored()
  expect(stored.journal.slice(-3)).toEqual([
    {
      service: 'loyalty',
      call: 'signUp',
      at: expect.any(Number),
      status: 200,
      body: {
        ...signUpBody('journal@example.com'),
        UserAccount: { Username: 'journal@example.com', ProfilePassword: '***', AccountVerify: 'N' },
        PromotionResponses: [],
        SurveyProfileResponses: [],
      },
    },
    {
      service: 'loyalty',
      call: 'login',
      at: expect.any(Number),
      status: 200,
      refused: '200036',
      body: { DataSourceID: '2000042737', Username: 'journal@example.com', Password: '***' },
    },
    { service: 'loyalty', call: 'userExists', at: expect.any(Number), status: 0 },
  ])
  expect(stored['loyalty']).toMatchObject({
    profiles: expect.arrayContaining([expect.objectContaining({ Username: 'journal@example.com' })]),
  })
  const text = JSON.stringify(stored)
  for (const secret of [password, 'Wrong-2026!', 'wrongPasswords', 'salt']) expect(text).not.toContain(secret)
})

test('accepts a fault with a request, for that request only, but not with one of a page', async () => {
  const fetchStatus = async (headers: Record<string, string>) => {
    const sent = { 'Content-Type': 'application/json', ...headers }
    return (await fetch(`${origin}/loyalty/oauth/authorize`, { method: 'POST', headers: sent, body: '{}' }))
      .status
  }
  const fault = { 'x-fail': JSON.stringify({ target: 'loyalty.login', status: 503, code: '200500' }) }
  const usual = await fetchStatus({})
  expect(usual).not.toBe(503)
  expect(await fetchStatus(fault)).toBe(503)
  expect(await fetchStatus({})).toBe(usual)
  expect(await fetchStatus({ ...fault, Origin: site })).toBe(usual)
})
