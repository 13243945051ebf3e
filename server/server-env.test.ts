import { expect, test } from 'vitest'
import { poolNames } from '../src/config/locales.ts'
import { parseServerEnv } from './server-env.ts'

const pool = { userPoolId: 'us-east-1_Test', webClientId: 'client' }
const services = {
  VITE_USER_POOLS: JSON.stringify(Object.fromEntries(poolNames.map((name) => [name, pool]))),
  VITE_IDENTITY_POOL_ID: 'us-east-1:00000000-0000-4000-8000-000000000001',
  VITE_STORAGE_REGION: 'us-east-1',
  VITE_STORAGE_BUCKET: 'bucket',
}

test('what is not set has a default', () => {
  const { services: _services, ...env } = parseServerEnv(services)
  expect(env).toEqual({
    port: 8080,
    dataDir: '.data/product',
    staticDir: 'dist',
    trustProxy: false,
    logLevel: 'info',
    limits: { requests: 300, logins: 30 },
  })
})

test('an empty variable counts as absent', () => {
  const env = parseServerEnv({ ...services, DATABASE_URL: '', HOST: '', MAINTENANCE_UNTIL: '' })
  expect(env).not.toHaveProperty('databaseUrl')
  expect(env).not.toHaveProperty('host')
  expect(env).not.toHaveProperty('maintenanceUntil')
})

test('everything can be set', () => {
  const env = parseServerEnv({
    ...services,
    PORT: '0',
    DATABASE_URL: 'postgres://user@host/db',
    PUBLIC_ORIGIN: 'https://example.org',
    TRUST_PROXY: '1',
    REQUESTS_PER_MINUTE: '7',
    MAINTENANCE_UNTIL: '2026-01-02T03:04:05Z',
  })
  expect(env).toMatchObject({
    port: 0,
    databaseUrl: 'postgres://user@host/db',
    publicOrigin: 'https://example.org',
    trustProxy: true,
    limits: { requests: 7, logins: 30 },
    maintenanceUntil: new Date('2026-01-02T03:04:05Z'),
  })
})

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['DATABASE_URL', 'mysql://host/db'],
  ['PUBLIC_ORIGIN', 'example.org'],
  ['TRUST_PROXY', 'perhaps'],
  ['LOG_LEVEL', 'loud'],
  ['REQUESTS_PER_MINUTE', '0'],
  ['MAINTENANCE_UNTIL', 'tomorrow'],
  ['VITE_USER_POOLS', '{}'],
])('%s=%s is refused by name, in one line', (name, value) => {
  const read = () => parseServerEnv({ ...services, [name]: value })
  expect(read).toThrow(name)
  expect(read).toThrow(/^[^\n]*$/)
})
