import { statSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { lockDirectory } from '../../../node/lock-directory.ts'
import { OperatorError, getErrorMessage } from '../../../node/operator-error.ts'
import { migrationsFolder, type OpenDatabase } from '../database.ts'
import * as schema from '../schema.ts'

/** Identifies a folder by a file that PostgreSQL writes once. A restored folder has a different file. */
const identifyFolder = (folder: string): string => {
  const { dev, ino, birthtimeMs } = statSync(join(folder, 'PG_VERSION'))
  return [dev, ino, birthtimeMs].join(' ')
}

/** Opens the embedded database in a directory that no other process uses, and applies the migrations. */
export const openPglite = async (directory: string): Promise<OpenDatabase> => {
  const unlock = lockDirectory(directory)
  try {
    const folder = join(directory, 'pglite')
    const client = await PGlite.create(folder)
    const db = drizzle(client, { schema })
    await migrate(db, { migrationsFolder })
    const location = identifyFolder(folder)
    return { db, kind: 'PGlite', location, close: () => client.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw new OperatorError(`The database in ${directory} cannot be opened: ${getErrorMessage(error)}`)
  }
}
