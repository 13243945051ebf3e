import { readFileSync } from 'node:fs'
import { messageOf, StartFailure } from '../node/start-failure.ts'
import { eraseRestored } from './db/erase-customer.ts'
import { addErasures, readErasures } from './db/logged-erasures.ts'
import { createLog } from './http/log.ts'
import { openDatabase } from './open-database.ts'
import { parseServerEnv } from './server-env.ts'

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartFailure(`${path} cannot be read: ${messageOf(error)}`)
  }
}

/** Nothing is erased on the word of a file that is no log of this server: no erasures in it would look like a good result. */
const erasuresOf = (path: string) => {
  const { erasures, isOurs } = readErasures(read(path))
  if (!isOurs) throw new StartFailure(`${path} has no line of this server's log. Is it packed, or another's?`)
  return erasures
}

/**
 * Erases again the accounts that were erased after a backup was made: `node server/erase-again.js <file>…` takes logs of
 * the server, and works on the database that the environment names.
 */
const run = async (paths: readonly string[]) => {
  const known = paths.flatMap(erasuresOf)
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
