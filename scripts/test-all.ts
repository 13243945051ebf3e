/**
 * `npm run test:all` runs everything: what `npm test` runs, and the tests of the infrastructure, of backup
 * and restore, of the server on PostgreSQL, every journey, and the journeys in other browser engines.
 */

import { installEngines, listMissingEngines } from './programs/engine-programs.ts'
import { startTestPostgres } from './programs/test-postgres.ts'
import { withPostgres } from './programs/with-postgres.ts'
import { findOlderRelease } from './rehearsal/older-release.ts'
import { runParts } from './tests/run-parts.ts'

installEngines()
const olderRelease = findOlderRelease()

await withPostgres(startTestPostgres, async (postgres, signal) => {
  const notTested = [...listMissingEngines()]
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
