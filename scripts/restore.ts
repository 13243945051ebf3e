import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StartFailure } from '../node/start-failure.ts'
import { putBack } from '../server/backup/backup.ts'
import { loadEnvironment } from './environment.ts'
import { root } from './processes.ts'

/** Instead of logs: nobody was erased or signed out everywhere since the backup, or nobody knows. */
const withoutLogs = '--without-logs'

const usage = `Say the backup and the server's logs since it was made: npm run restore <file> <log>…
Without any, erased accounts come back: npm run restore -- <file> ${withoutLogs}`

/**
 * `npm run restore <file> <log>…` puts a backup back, while no copy of the server runs, and then erases and signs out again whom the logs
 * name (`server/after-restore.js`). The database that was there before is kept beside it.
 */
loadEnvironment()
const [file, ...logs] = process.argv.slice(2)
try {
  if (file === undefined || logs.length === 0) throw new StartFailure(usage)
  const missing = logs.find((log) => log !== withoutLogs && !existsSync(log))
  if (missing !== undefined) throw new StartFailure(`There is no log ${missing}. Nothing was restored.`)
  const where = { databaseUrl: process.env['DATABASE_URL'], dataDir: process.env['DATA_DIR'] ?? '' }
  const replaced = await putBack(where, resolve(file))
  console.log(
    `${file} is back.${replaced === undefined ? '' : ` What was there before is kept as ${replaced}.`}`,
  )
  if (!logs.includes(withoutLogs)) {
    const command = join(root, 'server/after-restore.js')
    const { status } = spawnSync(process.execPath, [command, ...logs], { stdio: 'inherit' })
    process.exitCode = status ?? 1
    if (status !== 0)
      console.error(`Run it again before any copy starts: node server/after-restore.js <log>…`)
  }
} catch (error) {
  if (!(error instanceof StartFailure)) throw error
  console.error(error.message)
  process.exitCode = 1
}
