import { installEngines, missingEngines } from './programs/engine-programs.ts'
import { startTestPostgres } from './programs/test-postgres.ts'
import { withPostgres } from './programs/with-postgres.ts'
import { findOlderRelease } from './rehearsal/older-release.ts'
import { runParts } from './tests/run-parts.ts'

/**
 * Runs everything: what `npm test` runs, and the infrastructure, backup and restore, every journey, the other
 * engines, and the server on PostgreSQL.
 */
installEngines()
const older = findOlderRelease()

await withPostgres(startTestPostgres, async (postgres, stopped) => {
  const notTested = [...missingEngines()]
  if ('url' in postgres) process.env['TEST_DATABASE_URL'] = postgres.url
  else notTested.push(`The server's tests ran on PGlite only: ${postgres.skipped}`)
  if ('skipped' in older) notTested.push(`The older release's server was not tested. ${older.skipped}`)
  process.exitCode = await runParts(
    'npm run test:all',
    ['check', 'infrastructure', 'unit', 'operations', 'browser', 'journeys'],
    { stopped, notTested },
  )
})
process.exit()
