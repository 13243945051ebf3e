import { Hono } from 'hono'
import { beforeEach, expect, test } from 'vitest'
import { cookies } from '../../src/contract/product-api/headers-and-cookies.ts'
import { createCookies } from '../auth/cookies.ts'
import type { AppEnv } from '../http/app-env.ts'
import { createTokenBuckets } from '../http/token-bucket.ts'
import { createAuthorize } from './authorize.ts'
import { createRateLimits } from './rate-limits.ts'

const limit = () => createTokenBuckets({ perMinute: 5, now: () => 0 })

let searches: number
let isDatabaseUp: boolean
let app: Hono<AppEnv>
beforeEach(() => {
  searches = 0
  isDatabaseUp = true
  const authorize = createAuthorize({
    sessions: {
      find: async (token) => {
        searches += 1
        if (token.startsWith('made-up')) return undefined
        if (!isDatabaseUp) throw new Error('The database is gone.')
        return {
          customer: token,
          device: 'phone',
          role: 'coach',
          isInGroup: false,
          secondFactorAt: null,
          hasSecondFactor: false,
          signedInAt: new Date(0),
        }
      },
      isErased: async () => false,
    },
    cookies: createCookies({ isSecure: () => false }),
    limits: createRateLimits({
      getAddress: (http) => http.req.header('X-Address') ?? 'here',
      requests: limit(),
      logins: limit(),
      copies: limit(),
    }),
  })
  app = new Hono<AppEnv>()
  app.onError((_, http) => http.text('', 500))
  app.get('/', async (http) => {
    const passed = await authorize('csrfCookie', http)
    return passed.ok ? http.text(http.get('session')?.customer ?? 'nobody') : http.json(passed.error, 429)
  })
})

const request = async (session: string, address = 'here') =>
  app.request('/', { headers: { Cookie: `${cookies.session}=${session}`, 'X-Address': address } })

test('limits database searches for made-up sessions to the allowance of their address', async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, (_, at) => request(`made-up-${at}`)))
  expect(responses.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(5)
  expect(searches).toBe(5)
  expect(await responses.at(-1)?.json()).toEqual({ code: 'too-many-requests', retryAfter: 12 })
  expect(await (await request('ana', 'elsewhere')).text()).toBe('ana')
})

test('does not count a session that could not be looked up as a guess of its address', async () => {
  isDatabaseUp = false
  for (let count = 0; count < 6; count += 1) expect((await request('ana')).status).toBe(500)
  isDatabaseUp = true
  expect(await (await request('ben')).text()).toBe('ben')
})

test('customers behind one address neither share an allowance nor use up that of made-up sessions', async () => {
  for (const customer of ['ana', 'ben', 'cleo', 'davi', 'eva', 'fred']) {
    for (let count = 0; count < 5; count += 1) {
      expect(await (await request(customer)).text()).toBe(customer)
    }
    expect((await request(customer)).status).toBe(429)
  }
})
