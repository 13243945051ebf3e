import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { lockDirectory } from '../../node/lock-directory.ts'
import { StartFailure, messageOf } from '../../node/start-failure.ts'
import { migrationsFolder, type OpenDatabase } from './database.ts'
import * as schema from './schema.ts'

/** Opens the embedded database in a directory that no other process uses, and applies the migrations. */
export const openPglite = async (directory: string): Promise<OpenDatabase> => {
  const unlock = lockDirectory(directory)
  try {
    const client = await PGlite.create(join(directory, 'pglite'))
    const db = drizzle(client, { schema })
    await migrate(db, { migrationsFolder })
    return { db, kind: 'PGlite', close: () => client.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw new StartFailure(`The database in ${directory} cannot be opened: ${messageOf(error)}`)
  }
}
