/**
 * `npm run restore <file> <log>…` restores a backup while no instance of the server runs. The logs contain what
 * happened after the backup: the accounts that were erased or signed out everywhere, the sign-ins that were
 * ended on another device, and the changes of roles. `server/after-restore.js` repeats these changes in the
 * restored database. The previous database is kept too.
 */

import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { OperatorError } from '../node/operator-error.ts'
import { restoreBackup } from '../server/backup/backup.ts'
import { readLogFile } from '../server/db/restore/read-log-file.ts'
import { loadEnvironment } from './product/environment.ts'
import { root } from './product/processes.ts'

/**
 * The argument that replaces the logs, if they are lost or contain no change that has to be repeated.
 */
const withoutLogsFlag = '--without-logs'

const usage = `Say the backup and the server's logs since it was made: npm run restore <file> <log>…
Without any, erased accounts come back: npm run restore -- <file> ${withoutLogsFlag}`

/**
 * Throws if a log cannot be read. Called before the restore, while the current database is still in place.
 */
const assertLogsReadable = (paths: readonly string[]): void => {
  try {
    paths.forEach(readLogFile)
  } catch (error) {
    throw error instanceof OperatorError
      ? new OperatorError(`${error.message}\nNothing was restored.`)
      : error
  }
}

/** Repeats the changes of the logs in the restored database. */
const runAfterRestore = (logs: readonly string[]): void => {
  const command = join(root, 'server/after-restore.js')
  const { status } = spawnSync(process.execPath, [command, ...logs], { stdio: 'inherit' })
  process.exitCode = status ?? 1
  if (status !== 0)
    console.error(`Run it again before any instance starts: node server/after-restore.js <log>…`)
}

loadEnvironment()
const [file, ...logs] = process.argv.slice(2)
try {
  const hasNoLogs = logs.join() === withoutLogsFlag
  if (file === undefined || logs.length === 0) throw new OperatorError(usage)
  if (!hasNoLogs && logs.includes(withoutLogsFlag))
    throw new OperatorError(`Say either logs or ${withoutLogsFlag}. Nothing was restored.`)
  if (!hasNoLogs) assertLogsReadable(logs)
  const database = { databaseUrl: process.env['DATABASE_URL'], dataDir: process.env['DATA_DIR'] ?? '' }
  const previousDatabase = await restoreBackup(database, resolve(file))
  const outcome =
    previousDatabase === undefined
      ? 'There was no database before.'
      : `What was there before is kept as ${previousDatabase}; docs/runbook.md says how to go back to it.`
  console.log(`${file} is back. ${outcome}`)
  if (!hasNoLogs) runAfterRestore(logs)
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
