/**
 * `npm run backup <file>` writes the whole database to a file. `DATABASE_URL` names the database; the default
 * is the database of `npm start`.
 */

import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { OperatorError } from '../node/operator-error.ts'
import { backUp } from '../server/backup/backup.ts'
import { loadEnvironment } from './product/environment.ts'

loadEnvironment()
const [file, ...furtherArguments] = process.argv.slice(2)
try {
  if (file === undefined || furtherArguments.length > 0)
    throw new OperatorError('Say the one file to write: npm run backup <file>')
  const path = resolve(file)
  await backUp({ databaseUrl: process.env['DATABASE_URL'], dataDir: process.env['DATA_DIR'] ?? '' }, path)
  console.log(
    `${path} has the database, in ${statSync(path).size} bytes. Keep the server's logs from now on: a restore needs them.`,
  )
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
