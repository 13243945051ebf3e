import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { StartFailure, messageOf } from '../../node/start-failure.ts'
import { lockData } from './data-lock.ts'
import { migrationsFolder, type OpenDatabase } from './database.ts'
import * as schema from './schema.ts'

const lock = (directory: string) => {
  try {
    mkdirSync(directory, { recursive: true })
    accessSync(directory, constants.W_OK)
    return lockData(directory)
  } catch (error) {
    throw new StartFailure(`The data directory ${directory} cannot be written: ${messageOf(error)}`)
  }
}

/** Opens the embedded database in a directory that no other process uses, and applies the migrations. */
export const openPglite = async (directory: string): Promise<OpenDatabase> => {
  const locked = lock(directory)
  if (!locked.ok) {
    throw new StartFailure(
      `The data directory ${directory} is in use by another server (process ${locked.error.pid}).`,
    )
  }
  const unlock = locked.value
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
