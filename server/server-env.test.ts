import { expect, test } from 'vitest'
import { parseServerEnv } from './server-env.ts'
import { testEnv, testVendor, toVariables } from './testing/test-env.ts'

const services = toVariables(testEnv('https://services.example'))
const standIns = toVariables(testEnv('http://localhost:8081'))

test('has defaults for variables that are not set', () => {
  const { services: _services, ...env } = parseServerEnv(services)
  expect(env).toEqual({
    port: 8080,
    dataDir: '.data/product',
    staticDir: 'dist',
    proxies: 0,
    logLevel: 'info',
    drainSeconds: 5,
    databaseLimits: { maxConnections: 10, connectSeconds: 5, statementSeconds: 8 },
    retention: { syncLog: 400, replacedAnswers: 400 },
    limits: { requests: 300, logins: 30, copies: 3 },
    admins: [],
    loyaltyVendor: testVendor,
    isLoyaltyVendorInvalid: false,
  })
})

test('treats an empty variable as absent', () => {
  const env = parseServerEnv({ ...services, DATABASE_URL: '', HOST: '', MAINTENANCE_UNTIL: '' })
  expect([env.databaseUrl, env.host, env.maintenanceUntil]).toEqual([undefined, undefined, undefined])
})

test('reads every variable', () => {
  const env = parseServerEnv({
    ...services,
    PORT: '0',
    DATABASE_URL: 'postgres://user@host/db',
    DATABASE_CONNECTIONS: '40',
    DATABASE_CONNECT_SECONDS: '2',
    DATABASE_STATEMENT_SECONDS: '6',
    PUBLIC_ORIGIN: 'https://example.org',
    TRUST_PROXY: '2',
    REQUESTS_PER_MINUTE: '7',
    MAINTENANCE_UNTIL: '2026-01-02T03:04:05Z',
    ADMINS: '900000000002, 900000000004',
    STORAGE_DEVELOPER_PROVIDER: 'login.example',
    STORAGE_DEVELOPER_KEY_ID: 'AKIA',
    STORAGE_DEVELOPER_KEY_SECRET: 'secret',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/of-ours/',
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20key, x-team=coaches',
    OTEL_TRACES_SAMPLER_ARG: '0.5',
  })
  expect(env).toMatchObject({
    port: 0,
    databaseUrl: 'postgres://user@host/db',
    databaseLimits: { maxConnections: 40, connectSeconds: 2, statementSeconds: 6 },
    publicOrigin: 'https://example.org',
    proxies: 2,
    limits: { requests: 7, logins: 30, copies: 3 },
    maintenanceUntil: new Date('2026-01-02T03:04:05Z'),
    admins: ['900000000002', '900000000004'],
    developer: { provider: 'login.example', key: { id: 'AKIA', secret: 'secret' } },
    tracing: {
      url: 'https://collector.example/of-ours/v1/traces',
      headers: { 'api-key': 'a key', 'x-team': 'coaches' },
      share: 0.5,
    },
  })
})

test('refuses services on its own machine for a site with an https origin', () => {
  expect(() => parseServerEnv({ ...standIns, PUBLIC_ORIGIN: 'https://example.org' })).toThrow(
    'these services are on this machine: VITE_LOYALTY_ADDRESS, VITE_USER_POOL_ENDPOINT.',
  )
  expect(parseServerEnv({ ...standIns, PUBLIC_ORIGIN: 'http://localhost:8080' }).port).toBe(8080)
})

test.each([
  ['true', 1],
  ['false', 0],
  ['3', 3],
])('TRUST_PROXY=%s means %s proxies', (TRUST_PROXY, proxies) => {
  expect(parseServerEnv({ ...services, TRUST_PROXY }).proxies).toBe(proxies)
})

test.each(['STORAGE_DEVELOPER_KEY_ID', 'STORAGE_DEVELOPER_KEY_SECRET'])('refuses half a key, %s', (name) => {
  expect(() => parseServerEnv({ ...services, [name]: 'x' })).toThrow('belong together')
})

test.each([
  ['ADMINS', 'somebody@example.com'],
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['DATABASE_URL', 'mysql://host/db'],
  ['DATABASE_CONNECTIONS', '1'],
  ['DATABASE_CONNECT_SECONDS', '0'],
  ['DATABASE_STATEMENT_SECONDS', '10'],
  ['PUBLIC_ORIGIN', 'example.org'],
  ['PUBLIC_ORIGIN', 'https://example.org '],
  ['PUBLIC_ORIGIN', 'https://example.org/'],
  ['PUBLIC_ORIGIN', 'https://example.org?from=mail'],
  ['PUBLIC_ORIGIN', 'http://a b'],
  ['PUBLIC_ORIGIN', 'https://name:secret@example.org'],
  ['PUBLIC_ORIGIN', 'ftp://example.org'],
  ['TRUST_PROXY', 'perhaps'],
  ['DRAIN_SECONDS', '-1'],
  ['RELEASE_COMMIT', 'HEAD'],
  ['SYNC_LOG_DAYS', '30'],
  ['LOG_LEVEL', 'loud'],
  ['REQUESTS_PER_MINUTE', '0'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://name:secret@collector.example'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://collector.example?key=secret'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['OTEL_TRACES_SAMPLER_ARG', '5%'],
  ['MAINTENANCE_UNTIL', 'tomorrow'],
  ['MAINTENANCE_UNTIL', '2026-02-30T09:00:00Z'],
  ['VITE_USER_POOLS', '{}'],
])('refuses %s=%s by name, in one line', (name, value) => {
  const read = () => parseServerEnv({ ...services, [name]: value })
  expect(read).toThrow(name)
  expect(read).toThrow(/^[^\n]*$/)
})

test.each(['', ' ', '\n', undefined, 'not-set', 'not-set\n'])(
  'treats a LOYALTY_VENDOR of %j as absent',
  (LOYALTY_VENDOR) => {
    expect(parseServerEnv({ ...services, LOYALTY_VENDOR }).loyaltyVendor).toBeUndefined()
  },
)

test.each([`${testVendor}\n`, ` ${testVendor}\r\n`])(
  'accepts a LOYALTY_VENDOR with a line break, %j',
  (LOYALTY_VENDOR) => {
    expect(parseServerEnv({ ...services, LOYALTY_VENDOR }).loyaltyVendor).toBe(testVendor)
  },
)

test.each(['a-word', 'NOT-SET', 'name:secret', btoa('no-colon'), '{"secret":"a"}'])(
  'starts without the loyalty provider if LOYALTY_VENDOR is %j, and says so',
  (LOYALTY_VENDOR) => {
    const env = parseServerEnv({ ...services, LOYALTY_VENDOR })
    expect([env.loyaltyVendor, env.isLoyaltyVendorInvalid]).toEqual([undefined, true])
  },
)
