import { readFileSync } from 'node:fs'
import { messageOf, StartFailure } from '../node/start-failure.ts'
import { eraseRestored } from './db/erase-customer.ts'
import { addLogged, readLog, type Logged } from './db/replay-log.ts'
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

/** A file that is no log of this server ends it: nothing in it would look like a good result. */
const loggedIn = (path: string): Logged => {
  const { isOurs, ...logged } = readLog(read(path))
  if (!isOurs) throw new StartFailure(`${path} has no line of this server's log. Is it packed, or another's?`)
  return logged
}

/**
 * Erases again the accounts that were erased after a backup was made, and ends again the sessions of who signed out everywhere:
 * `node server/after-restore.js <file>…` takes logs of the server, and works on the database that the environment names.
 */
const run = async (paths: readonly string[]) => {
  const files = paths.map(loggedIn)
  const erasures = files.flatMap((logged) => logged.erasures)
  const signOuts = files.flatMap((logged) => logged.signOuts)
  const now = () => new Date()
  const log = createLog({ level: 'error', write: (line) => process.stderr.write(line), now })
  const { db, close } = await openDatabase(parseServerEnv(process.env), log)
  try {
    await addLogged(db, { erasures, signOuts })
    const erased = await eraseRestored(db, now)
    process.stdout.write(
      `${erasures.length} erasures and ${signOuts.length} sign-outs everywhere in the logs, ${erased} accounts erased again.\n`,
    )
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
