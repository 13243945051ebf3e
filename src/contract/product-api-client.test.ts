import { expect, onTestFinished, test, vi } from 'vitest'
import { createProductApiClient } from './product-api-client.ts'
import { adminApi } from './product-api/admin/admin-api.ts'
import { fail, ok } from '../lib/result.ts'

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })

/** A server that returns the responses of a path in order and then repeats the last one. */
const createServer = (answers: Record<string, (() => Response | Promise<Response>)[]>) => {
  const seen: { url: string; init: RequestInit }[] = []
  const fetch = async (url: string, init: RequestInit) => {
    seen.push({ url, init })
    const queue = answers[url]!
    return (queue.length > 1 ? queue.shift()! : queue[0]!)()
  }
  return { client: createProductApiClient({ origin: '', fetch }), seen }
}

const csrf = '/api/sanctum/csrf-cookie'
const token = () => json({ token: 'abc' })
const validation = '/api/token-validation'

test('a POST carries the anti-forgery token, fetched once', async () => {
  const { client, seen } = createServer({ [csrf]: [token], [validation]: [() => json({ valid: true })] })
  expect(await client.call('tokenValidation', {})).toEqual({ ok: true, value: { valid: true } })
  await client.call('tokenValidation', {})
  expect(seen.map(({ url }) => url)).toEqual([csrf, validation, validation])
  expect(seen[1]!.init.headers).toMatchObject({ 'X-XSRF-TOKEN': 'abc' })
})

test('sends the capture time of an entry of the outbox', async () => {
  const events = '/api/events'
  const { client, seen } = createServer({ [csrf]: [token], [events]: [() => json({})] })
  await client.call(
    'events',
    { customer_id: 'a', event_id: 1, value: 'x' },
    { capturedAt: '1970-01-01T00:00:01.000Z' },
  )
  expect(seen[1]!.init.headers).toMatchObject({ 'X-Captured-At': '1970-01-01T00:00:01.000Z' })
})

test('fetches a refused anti-forgery token again, once', async () => {
  const mismatch = () => json({ error: { code: 'csrf-mismatch', message: '', request_id: 'r' } }, 403)
  const cured = createServer({ [csrf]: [token], [validation]: [mismatch, () => json({ valid: true })] })
  expect(await cured.client.call('tokenValidation', {})).toEqual({ ok: true, value: { valid: true } })
  const refused = createServer({ [csrf]: [token], [validation]: [mismatch] })
  expect(await refused.client.call('tokenValidation', {})).toMatchObject({ error: { code: 'csrf-mismatch' } })
  expect(refused.seen.filter(({ url }) => url === validation)).toHaveLength(2)
})

test.each([
  ['a captive portal’s page', () => new Response('<html>Free Wi-Fi</html>'), 'foreign-answer', 200],
  ['a success of another shape', () => json({ valid: 'perhaps' }), 'foreign-answer', 200],
  ['a redirect page that is not ours', () => new Response('no', { status: 404 }), 'foreign-answer', 404],
  ['a portal’s own status', () => new Response('Sign in', { status: 511 }), 'foreign-answer', 511],
  ['a gateway’s page', () => new Response('Bad Gateway', { status: 502 }), 'server-failed', 502],
  [
    'a code from a newer server',
    () => json({ error: { code: 'brand-new', message: '', request_id: 'r' } }, 418),
    'foreign-answer',
    418,
  ],
])('does not take %s for a success', async (_, answer, code, status) => {
  const { client } = createServer({ [csrf]: [token], [validation]: [answer] })
  expect(await client.call('tokenValidation', {})).toMatchObject({ ok: false, error: { code, status } })
})

test('a lost connection is a failure, even during the token request, which the next call repeats', async () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'))
  const { client } = createServer({ [csrf]: [lost, token], [validation]: [() => json({ valid: true })] })
  expect(await client.call('tokenValidation', {})).toEqual({
    ok: false,
    error: { code: 'no-answer', status: 0, beforeCall: true },
  })
  expect(await client.call('tokenValidation', {})).toEqual({ ok: true, value: { valid: true } })
})

const timedOut = new DOMException('', 'TimeoutError')

test('a token request without a response does not block later calls forever', async () => {
  const patience = new AbortController()
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
  let asked = 0
  const fetch = async (url: string, { signal }: RequestInit) => {
    if (url !== csrf) return json({ valid: true })
    asked += 1
    if (asked > 1) return token()
    return new Promise<Response>((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason)),
    )
  }
  const client = createProductApiClient({ origin: '', fetch })
  const waiting = client.call('tokenValidation', {})
  patience.abort(timedOut)
  limit.mockRestore()
  const error = { code: 'no-answer', status: 0, timedOut: true, beforeCall: true }
  expect(await waiting).toEqual({ ok: false, error })
  expect(await client.call('tokenValidation', {})).toEqual({ ok: true, value: { valid: true } })
})

test.each([
  ['its screen can cancel', { signal: new AbortController().signal }, 30_000],
  ['nobody can cancel', {}, 30_000],
  ['may be long', { timeout: 300_000 }, 300_000],
])('a call that %s times out on a dead line', async (_, options, time) => {
  const patience = new AbortController()
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
  const fetch = async (url: string, { signal }: RequestInit) =>
    url === csrf
      ? token()
      : new Promise<Response>((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason))
          patience.abort(timedOut)
        })
  const answer = await createProductApiClient({ origin: '', fetch }).call('tokenValidation', {}, options)
  expect(limit).toHaveBeenLastCalledWith(time)
  limit.mockRestore()
  expect(answer).toEqual({ ok: false, error: { code: 'no-answer', status: 0, timedOut: true } })
})

test('a refusal keeps its code, its field and its Retry-After', async () => {
  const body = { error: { code: 'too-many-requests', message: 'slow down', request_id: 'r1', path: 'a.b' } }
  const { client } = createServer({
    [csrf]: [token],
    [validation]: [() => json(body, 429, { 'Retry-After': '7' })],
  })
  expect(await client.call('tokenValidation', {})).toEqual({
    ok: false,
    error: { code: 'too-many-requests', status: 429, requestId: 'r1', path: 'a.b', retryAfter: 7 },
  })
})

const busy = { error: { code: 'maintenance', message: 'later', request_id: 'r1' } }
const busyWith = (header: string) => () => json(busy, 503, { 'Retry-After': header })

test('a Retry-After may be a date', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00Z'), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const inAMinute = 'Sat, 21 Nov 2026 10:01:00 GMT'
  const { client } = createServer({ [csrf]: [token], [validation]: [busyWith(inAMinute)] })
  const answer = await client.call('tokenValidation', {})
  expect(answer).toMatchObject({ ok: false, error: { retryAfter: 60 } })
})

test.each([
  ['a date that has passed', new Date(0).toUTCString()],
  ['nonsense', 'soon'],
])('ignores a Retry-After of %s', async (_, header) => {
  const { client } = createServer({ [csrf]: [token], [validation]: [busyWith(header)] })
  expect(await client.call('tokenValidation', {})).toEqual({
    ok: false,
    error: { code: 'maintenance', status: 503, requestId: 'r1' },
  })
})

test.each([
  [511, 'foreign-answer'],
  [429, 'foreign-answer'],
  [403, 'foreign-answer'],
  [503, 'server-failed'],
  [502, 'server-failed'],
])('ignores the Retry-After of a %d that is not from our server', async (status, code) => {
  const portal = () =>
    new Response('<h1>Wait here</h1>', {
      status,
      headers: { 'Retry-After': '86400', 'Content-Type': 'text/html' },
    })
  const { client } = createServer({ [csrf]: [token], [validation]: [portal] })
  expect(await client.call('tokenValidation', {})).toEqual({ ok: false, error: { code, status } })
})

test('loads the calls of admins with the first one, and fails without them as without a network', async () => {
  let loads = 0
  const fetch = async () => Response.json({ versions: ['1.0.0'] })
  const start = (isReachable: boolean) =>
    createProductApiClient({
      origin: '',
      fetch,
      loadAdminApi: async () => {
        loads += 1
        if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module')
        return adminApi
      },
    })
  expect(await start(true).call('syncVersions', {})).toEqual(ok({ versions: ['1.0.0'] }))
  expect(loads).toBe(1)
  expect(await start(false).call('syncVersions', {})).toEqual(fail({ code: 'no-answer', status: 0 }))
})
