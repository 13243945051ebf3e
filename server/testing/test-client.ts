import { randomUUID } from 'node:crypto'
import { cookies, headers } from '../../src/contract/product-api/headers-and-cookies.ts'
import { testDevice, testSecret } from './sync-log/sample-report.ts'
import type { TestIdentity, TokenOptions } from './test-identity.ts'

export type TestResponse = {
  status: number
  headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into responses of every shape
  body: any
}

export type PostOptions = {
  key?: string
  headers?: Record<string, string>
  /** Sent unchanged instead of JSON. */
  raw?: string | Uint8Array<ArrayBuffer> | ReadableStream
}

/** The server, or its app without a port. */
type Server = { request: (path: string, init: RequestInit, env: object) => Response | Promise<Response> }

/**
 * A browser for tests: keeps cookies and repeats the anti-forgery token, as the app does. All clients share
 * one device secret; delete it from the jar to simulate another device.
 */
export const createTestClient = (app: Server, identity: TestIdentity) => {
  const jar = new Map([[cookies.device as string, testSecret]])

  const remember = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
  }

  const send = async (path: string, init: RequestInit = {}): Promise<TestResponse> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = new Headers(init.headers)
    if (cookie !== '') sent.set('Cookie', cookie)
    // A stream as a body requires `duplex`, which some type libraries do not declare.
    const request = { ...init, duplex: 'half' as const, headers: sent }
    const response = await app.request(path, request, {})
    remember(response)
    const text = await response.text()
    const isJson = response.headers.get('Content-Type')?.includes('json') ?? false
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }

  const get = (path: string, sent: Record<string, string> = {}) => send(path, { headers: sent })

  const post = async (path: string, body: unknown, options: PostOptions = {}): Promise<TestResponse> => {
    if (!jar.has(cookies.csrf)) await get('/api/sanctum/csrf-cookie')
    return send(path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        [headers.csrf]: jar.get(cookies.csrf) ?? '',
        ...(options.key === undefined ? {} : { [headers.idempotencyKey]: options.key }),
        ...options.headers,
      },
      body: options.raw ?? JSON.stringify(body),
    })
  }

  /** Posts an outbox entry under a new key. */
  const deliver = (path: string, body: unknown, options: PostOptions = {}) =>
    post(path, body, { key: randomUUID(), ...options })

  /** Signs in. For an admin of a pool, also opens the admin pages. */
  const signIn = async (
    customer: string = randomUUID(),
    { device = testDevice, ...options }: TokenOptions & { device?: string } = {},
    locale = 'pt-BR',
  ) => {
    const authToken = await identity.token(customer, options)
    const answer = await post('/api/login', { authToken, locale, device })
    if (answer.status !== 200) throw new Error(`Sign-in failed: ${JSON.stringify(answer.body)}`)
    if (options.groups?.includes('admin')) {
      const accessToken = await identity.token(customer, { ...options, use: 'access' })
      await post('/api/open-admin-pages', { accessToken })
    }
    return customer
  }

  return { jar, send, get, post, deliver, signIn }
}

export type TestClient = ReturnType<typeof createTestClient>
