import { expect, test } from 'vitest'
import { createEnvironmentWarnings } from './environment-warnings.ts'
import { parseServerEnv } from './server-env.ts'
import { testEnv, toVariables } from './testing/test-env.ts'

const services = toVariables(testEnv('https://services.example'))
const proper = {
  ...services,
  PATH: '/bin',
  HOME: '/home/site',
  PUBLIC_ORIGIN: 'https://example.org',
  TRUST_PROXY: '1',
  DATABASE_URL: 'postgres://host/db',
}
const now = new Date('2026-03-01T10:00:00Z')

const listWarnings = (change: Record<string, string>) => {
  const environment = { ...proper, ...change }
  return createEnvironmentWarnings(environment, parseServerEnv(environment), now)
}

test('does not warn about a correct environment, whatever else it contains', () => {
  expect(listWarnings({})).toEqual([])
  expect(
    listWarnings({ PUBLIC_ORIGIN: 'http://localhost:8080', TRUST_PROXY: '0', DATABASE_URL: '' }),
  ).toEqual([])
})

test.each([
  [{ TRUSTPROXY: '1' }, 'TRUSTPROXY is not read; TRUST_PROXY is'],
  [{ METRIC_PORT: '9464' }, 'METRIC_PORT is not read; METRICS_PORT is'],
  [{ SYNC_LOG_DAY: '40' }, 'SYNC_LOG_DAY is not read; SYNC_LOG_DAYS is'],
  [{ DATABASEURL: 'x' }, 'DATABASEURL is not read; DATABASE_URL is'],
  [{ METRICSPORT: '9464' }, 'METRICSPORT is not read; METRICS_PORT is'],
  [{ ADMIN: '1' }, 'ADMIN is not read; ADMINS is'],
  [{ Database_Url: 'x' }, 'Database_Url is not read; DATABASE_URL is'],
  [{ VITE_STORAGE_BUCKETNAME: 'x' }, 'VITE_STORAGE_BUCKETNAME is not read'],
  [{ TRUST_PROXY: '0' }, 'PUBLIC_ORIGIN is https and TRUST_PROXY is 0: everybody counts as one sender'],
  [{ DATABASE_URL: '' }, 'PUBLIC_ORIGIN is https and DATABASE_URL is not set: PGlite does not fsync'],
  [{ PUBLIC_ORIGIN: 'http://example.org' }, 'PUBLIC_ORIGIN is not https: browsers install no app from there'],
  [{ MAINTENANCE_UNTIL: '2026-03-01T09:00:00Z' }, 'MAINTENANCE_UNTIL is over and has no effect'],
  [
    { MAINTENANCE_UNTIL: '2027-01-01T09:00:00Z' },
    'MAINTENANCE_UNTIL is more than a week away: until then no coach can use the app',
  ],
])('warns about %j', (change, warning) => {
  expect(listWarnings(change)).toEqual([warning])
})
