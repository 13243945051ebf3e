import { readFileSync } from 'node:fs'
import { StartFailure } from '../node/start-failure.ts'
import { eraseRestored } from './db/erase-customer.ts'
import { addErasures, readErasures } from './db/logged-erasures.ts'
import { createLog } from './http/log.ts'
import { openDatabase } from './open-database.ts'
import { parseServerEnv } from './server-env.ts'

/**
 * Erases again the accounts that were erased after a backup was made: `node server/erase-again.js <file>…` takes logs of
 * the server, and works on the database that the environment names.
 */
const run = async (paths: readonly string[]) => {
  const known = paths.flatMap((path) => readErasures(readFileSync(path, 'utf8')))
  const now = () => new Date()
  const log = createLog({ level: 'error', write: (line) => process.stderr.write(line), now })
  const { db, close } = await openDatabase(parseServerEnv(process.env), log)
  try {
    await addErasures(db, known)
    const erased = await eraseRestored(db, now)
    process.stdout.write(`${known.length} erasures in the logs, ${erased} accounts erased again.\n`)
  } finally {
    await close()
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof StartFailure)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
