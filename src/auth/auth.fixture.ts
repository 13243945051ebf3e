import type { Env } from '../config/env.ts'
import { productApi, type CallName } from '../contract/product-api.ts'
import { createProductApiClient, type ApiFailure } from '../contract/product-api-client.ts'
import type { consentService } from '../contract/consent.ts'
import type { GivenAnswer } from '../contract/service-call.ts'
import type { ServiceFailure } from '../contract/service-client.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { KeyValues } from '../platform/key-values.ts'
import type { AuthDeps } from './deps.ts'
import type { AuthProvider, FaultKind, ProviderFault, ProviderSession } from './provider.ts'
import type { Tabs } from './tabs.ts'

/** IndexedDB takes no other keys; whatever a library makes up. */
const checked = (key: unknown): string => {
  if (typeof key === 'string') return key
  throw new DOMException('No key or key range specified.', 'DataError')
}

/** A collection of values in memory. */
export const memoryKeyValues = (stored = new Map<string, unknown>()): KeyValues => ({
  read: async (key) => stored.get(checked(key)),
  write: async (key, value) => void stored.set(checked(key), structuredClone(value)),
  remove: async (key) => void stored.delete(checked(key)),
  clear: async () => stored.clear(),
})

/** Tabs that share one browser. */
export const memoryTabs = () => {
  const listeners = new Map<symbol, () => void>()
  let last: Promise<unknown> = Promise.resolve()
  return (): Tabs => {
    const me = Symbol('tab')
    return {
      announce: () => {
        for (const [tab, listener] of listeners) if (tab !== me) listener()
      },
      listen: (listener) => void listeners.set(me, listener),
      exclusive: (work) => {
        const next = last.then(work, work)
        last = next.catch(() => undefined)
        return next
      },
    }
  }
}

type Recorded = GivenAnswer<typeof consentService.calls.consent>
const recorded: Recorded = { consentId: 'consent-1', recordedAt: '2026-01-01T00:00:00.000Z' }

type Answers = { [N in CallName]?: () => Result<unknown, ApiFailure> }

export const noNetwork = (): Result<never, ApiFailure> => fail({ code: 'no-answer', status: 0 })

const callNames = new Map<string, string>(Object.entries(productApi).map(([name, { path }]) => [path, name]))

const responseOf = (answer: Result<unknown, ApiFailure>): Response => {
  if (answer.ok) return Response.json(answer.value)
  const { code, status } = answer.error
  if (status === 0) throw new TypeError('Failed to fetch')
  return Response.json({ error: { code, message: code, request_id: 'r' } }, { status })
}

/** The product API's client over a network that answers as told and remembers what was asked. */
const productApiOf = (answers: Answers) => {
  const calls: { name: string; body: unknown }[] = []
  const told = new Map(Object.entries(answers))
  const api = createProductApiClient({
    origin: '',
    fetch: async (url, { body }) => {
      const name = callNames.get(url) ?? url
      if (name === 'csrfCookie') return Response.json({ token: 'csrf' })
      calls.push({ name, body: typeof body === 'string' ? JSON.parse(body) : undefined })
      return responseOf(told.get(name)?.() ?? noNetwork())
    },
  })
  return {
    api,
    calls,
    tell: (name: CallName, answer: () => Result<unknown, ApiFailure>) => void told.set(name, answer),
  }
}

const customer = {
  customer_id: 'user-1',
  country: 'BR',
  language: 'PT',
  admin: false,
  registered: true,
  created_at: '2026-01-01T00:00:00.000Z',
}

export const healthyApi = () =>
  ({
    login: () => ok({ customer }),
    logout: () => ok({ ended: true }),
    checkCustomer: () => ok({ known: true, registered: true }),
    tokenValidation: () => ok({ valid: true }),
    resetTokens: () => ok({ ended: 1 }),
  }) satisfies Answers

export const sessionUntil = (expire: number, accessToken = 'access-1'): ProviderSession => ({
  userID: 'user-1',
  email,
  firstName: 'Ana',
  lastName: 'Silva',
  accessToken,
  refreshToken: 'refresh-1',
  identityToken: 'identity-1',
  expire,
})

/** The coach of these tests. */
export const email = 'ana@example.com'
export const password = 'Barriers-2026!'
export const hour = 3_600_000

export const fault = (kind: FaultKind): ProviderFault => ({ kind, name: kind })

export const storedUser = (expire = hour) => ({
  userID: 'user-1',
  email,
  accessToken: 'access-1',
  refreshToken: 'refresh-1',
  expire: String(expire),
  locale: 'pt-BR',
  firstName: 'Ana',
  lastName: 'Silva',
  admin: false,
})

/** What is stored on the device of a signed-in coach. */
export const signedIn = (expire = hour) =>
  new Map<string, unknown>([
    ['currentUser', storedUser(expire)],
    ['updated', 1],
  ])

/** A provider where everything succeeds, but for what a test replaces. */
export const providerOf = (methods: Partial<AuthProvider> = {}): AuthProvider => ({
  verifiedBy: 'code',
  signUp: async () => ok({ userID: 'user-1', verified: false }),
  confirm: async () => ok(undefined),
  resendCode: async () => ok(undefined),
  signIn: async () => ok(sessionUntil(3_600_000)),
  session: async () => ok(sessionUntil(3_600_000)),
  storageCredentials: async () =>
    ok({
      identityId: 'us-east-1:1',
      accessKeyId: 'key',
      secretAccessKey: 's',
      sessionToken: 't',
      expiration: 1,
    }),
  requestReset: async () => ok(undefined),
  resetPassword: async () => ok(undefined),
  changePassword: async () => ok(undefined),
  signOut: async () => undefined,
  signOutEverywhere: async () => ok(undefined),
  ...methods,
})

/** A world around `createAuth` that a test can look into: time, sleeps, captured events, calls. */
export const authWorld = ({
  provider = providerOf(),
  answers = healthyApi(),
  stored = new Map<string, unknown>(),
  tabs = memoryTabs()(),
}: { provider?: AuthProvider; answers?: Answers; stored?: Map<string, unknown>; tabs?: Tabs } = {}) => {
  const { api, calls, tell } = productApiOf(answers)
  const world = {
    now: 0,
    sleeps: [] as number[],
    captured: [] as { event: string; payload: unknown; customer: string }[],
    consents: [] as unknown[],
    consent: (): Result<Recorded, ServiceFailure> => ok(recorded),
    signedOut: 0,
    logged: [] as string[],
    calls,
    callNames: () => calls.map(({ name }) => name),
    stored,
    tell,
  }
  const keep = (event: string) => async (payload: unknown, customerId: string) => {
    world.captured.push({ event, payload, customer: customerId })
    return ok(undefined)
  }
  const note = (message: string, details?: Record<string, unknown>) =>
    void world.logged.push(`${message} ${JSON.stringify(details ?? {})}`)
  const deps: AuthDeps = {
    providerFor: async () => ok(provider),
    api,
    consent: {
      call: async (_name, body) => {
        world.consents.push(body)
        return world.consent()
      },
    },
    values: memoryKeyValues(stored),
    device: async () => '7b0c1a52-3a0e-4e53-8a0e-1f7d2c0a9b11',
    events: { logged: keep('logged'), registered: keep('registered'), fieldsSaved: keep('fieldsSaved') },
    tabs,
    now: () => world.now,
    // Waiting for the network's patience is the one sleep that a test must not shorten to nothing.
    sleep: async (ms) => {
      world.sleeps.push(ms)
      await new Promise((resolve) => {
        setTimeout(resolve, ms === 2500 ? 50 : 0)
      })
    },
    log: { warn: note, error: note },
    onSignedIn: async () => undefined,
    onSignedOut: async () => {
      world.signedOut += 1
    },
  }
  return { world, deps }
}

/** The services around the app, at addresses of a test. */
export const testEnv = (parts: Pick<Env, 'pools'> & Partial<Env>): Env => ({
  identityPoolId: 'us-east-1:00000000-0000-4000-8000-000000000001',
  storage: { region: 'us-east-1', bucket: 'files' },
  loyalty: { address: 'http://localhost:1/loyalty', vendor: 'dmVuZG9y' },
  marketingProfileAddresses: { US: 'http://localhost:1', EU: 'http://localhost:2', SG: 'http://localhost:3' },
  extendedProfileAddress: 'http://localhost:4',
  consentAddress: 'http://localhost:5',
  personKeys: {
    'pt-BR': 'key-1',
    'en-GB': 'key-2',
    'en-US': 'key-3',
    'en-AU': 'key-4',
    'en-NZ': 'key-5',
    'es-AR': 'key-6',
    'es-MX': 'key-7',
    'es-US': 'key-8',
  },
  ...parts,
})
