import { expect, test } from 'vitest'
import { extendedProfileService } from './extended-profile.ts'
import { loyaltyService } from './loyalty/loyalty.ts'
import { createServiceClient } from './service-client.ts'

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

/** Both kinds of service with one response, and the requests that they received. */
const answeredBy = (answer: () => Response | Promise<Response>) => {
  const seen: { url: string; init: RequestInit }[] = []
  const deps = {
    baseUrl: 'https://services.test',
    fetch: async (url: string, init: RequestInit) => {
      seen.push({ url, init })
      return answer()
    },
  }
  const loyalty = createServiceClient({ service: loyaltyService, ...deps })
  const extended = createServiceClient({ service: extendedProfileService, ...deps })
  return {
    seen,
    exists: () =>
      loyalty.call('userExists', { DataSourceID: '2000042737', Username: 'ana@example.com' }, undefined),
    login: () =>
      loyalty.call(
        'login',
        { DataSourceID: '2000042737', Username: 'ana@example.com', Password: 'x' },
        { vendor: 'abc' },
      ),
    details: () => loyalty.call('userDetails', undefined, { accessToken: 'abc' }),
    interests: (signal?: AbortSignal) =>
      extended.call('interests', undefined, { identityToken: 'abc', key: 'k' }, signal ? { signal } : {}),
  }
}

test('each kind of credentials has its header, and no request sends cookies', async () => {
  const { seen, ...calls } = answeredBy(() => json({}))
  for (const call of Object.values(calls)) await call()
  const post = { 'Content-Type': 'application/json' }
  expect(seen.map(({ init }) => init.headers)).toEqual([
    post,
    { ...post, Authorization: 'Basic abc' },
    { Authorization: 'User abc' },
    { Authorization: 'Bearer abc', 'X-Api-Key': 'k' },
  ])
  expect(seen.map(({ url }) => url)).toEqual([
    'https://services.test/profile/exists',
    'https://services.test/oauth/authorize',
    'https://services.test/profile/details',
    'https://services.test/users/interests',
  ])
  expect(seen.map(({ init }) => [init.method, init.credentials, init.body !== undefined])).toEqual([
    ['POST', 'omit', true],
    ['POST', 'omit', true],
    ['GET', 'omit', false],
    ['GET', 'omit', false],
  ])
})

test('parses a success to the shape of its row', async () => {
  const { exists } = answeredBy(() => json({ Type: 'SUCCESS', cULID: 'x', more: 1 }))
  expect(await exists()).toEqual({ ok: true, value: { Type: 'SUCCESS', cULID: 'x' } })
})

test.each([
  ['a number', 200049, 200, '200049'],
  ['a number as text', '200037', 200, '200037'],
  ['a number that nobody knows', 1, 200, '1'],
  ['another status', 200033, 401, '200033'],
])('treats Type ERROR with %s as a refusal', async (_, Number, status, code) => {
  const { exists } = answeredBy(() => json({ Type: 'ERROR', ErrorDesc: { Number } }, status))
  expect(await exists()).toEqual({ ok: false, error: { kind: 'refused', status, code } })
})

test('keeps the field of a refusal of the other services', async () => {
  const { interests } = answeredBy(() =>
    json({ error: { code: 'body-refused', message: 'm', path: 'interests.0' } }, 400),
  )
  const error = { kind: 'refused', status: 400, code: 'body-refused', path: 'interests.0' }
  expect(await interests()).toEqual({ ok: false, error })
})

test.each([
  ['a gateway’s page', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 502],
  ['a captive portal’s page', () => new Response('<h1>Wi-Fi</h1>'), 200],
  ['a success of another shape', () => json({ Type: 'SUCCESS' }), 200],
  ['a success with the status of a failure', () => json({ Type: 'SUCCESS', cULID: 'x' }, 500), 500],
  ['an ERROR without a number', () => json({ Type: 'ERROR' }), 200],
  ['nothing', () => new Response(undefined, { status: 200 }), 200],
])('treats %s as unreadable', async (_, answer, status) => {
  expect(await answeredBy(answer).exists()).toEqual({ ok: false, error: { kind: 'unreadable', status } })
})

test('treats no response, half a response and an aborted call as a network failure', async () => {
  const network = { ok: false, error: { kind: 'network' } }
  const refused = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await answeredBy(refused).exists()).toEqual(network)
  const half = () =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"Type":'))
          controller.error(new TypeError('terminated'))
        },
      }),
    )
  expect(await answeredBy(half).exists()).toEqual(network)
  const { interests, seen } = answeredBy(() => Promise.reject(new DOMException('aborted', 'AbortError')))
  expect(await interests(AbortSignal.abort())).toEqual(network)
  expect(seen[0]!.init.signal?.aborted).toBe(true)
})
