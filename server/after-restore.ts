/**
 * Repeats what happened after a backup was made: erasures, sign-outs everywhere (on all devices), sign-ins that
 * were ended on another device, and changes of roles. `node server/after-restore.js <log>…` reads them from the
 * server's logs and changes the database that the environment names.
 */

import { OperatorError } from '../node/operator-error.ts'
import { eraseRestored } from './db/customers/erase-customer.ts'
import { readLogFile } from './db/restore/read-log-file.ts'
import { storeLogRecords } from './db/restore/replay-log.ts'
import { createLog } from './http/log.ts'
import { openDatabase } from './open-database.ts'
import { parseServerEnv } from './server-env.ts'

const usage = `Name the server's logs since the backup was made: node server/after-restore.js <log>…`

const run = async (paths: readonly string[]) => {
  if (paths.length === 0) throw new OperatorError(usage)
  const logs = paths.map(readLogFile)
  const erasures = logs.flatMap((records) => records.erasures)
  const signOuts = logs.flatMap((records) => records.signOuts)
  const endedSignIns = logs.flatMap((records) => records.endedSignIns)
  const roleChanges = logs.flatMap((records) => records.roleChanges)
  const now = () => new Date()
  const log = createLog({ level: 'error', write: (line) => process.stderr.write(line), now })
  const { db, close } = await openDatabase(parseServerEnv(process.env), log)
  try {
    const lostRoles = await storeLogRecords(db, { erasures, signOuts, endedSignIns, roleChanges })
    const erasedCount = await eraseRestored(db, now)
    process.stdout.write(
      `${erasures.length} erasures, ${signOuts.length} sign-outs everywhere, ${endedSignIns.length} ended sign-ins and ${roleChanges.length} changes of roles in the logs, ${erasedCount} accounts erased again.\n`,
    )
    for (const { customer, role } of lostRoles) {
      process.stdout.write(
        `The account of ${customer} is newer than the backup, so the role ${role} is lost. Give it again once they have signed in.\n`,
      )
    }
  } finally {
    await close()
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
