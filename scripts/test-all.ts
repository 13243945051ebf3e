/**
 * `npm run test:all` runs everything: what `npm test` runs, and the tests of the infrastructure, of backup
 * and restore, every journey, the other engines, and the server on PostgreSQL.
 */

import { installEngines, missingEngines } from './programs/engine-programs.ts'
import { startTestPostgres } from './programs/test-postgres.ts'
import { withPostgres } from './programs/with-postgres.ts'
import { findOlderRelease } from './rehearsal/older-release.ts'
import { runParts } from './tests/run-parts.ts'

installEngines()
const olderRelease = findOlderRelease()

await withPostgres(startTestPostgres, async (postgres, signal) => {
  const notTested = [...missingEngines()]
  if ('url' in postgres) process.env['TEST_DATABASE_URL'] = postgres.url
  else notTested.push(`The server's tests ran on PGlite only: ${postgres.skipped}`)
  if (!olderRelease.ok) notTested.push(`The older release's server was not tested. ${olderRelease.error}`)
  process.exitCode = await runParts(
    'npm run test:all',
    ['check', 'infrastructure', 'unit', 'operations', 'browser', 'journeys'],
    { signal, notTested },
  )
})
process.exit()
