import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, renameSync } from 'node:fs'
import { openPglite } from '../db/connection/open-pglite.ts'
import { prepareDatabasePath } from './database/database-path.ts'

const makeOnce = async (path: string) => {
  const partial = `${path}.${randomUUID()}`
  await (await openPglite(partial)).close()
  try {
    renameSync(partial, path)
  } catch (error) {
    // Another test file finished first, and its copy is equal.
    if (!existsSync(path)) throw error
  }
}

/** Fills a data directory with an empty, migrated database, for tests that do not test a first start. */
export const prepareData = async (directory: string): Promise<void> => {
  const path = prepareDatabasePath()
  if (!existsSync(path)) await makeOnce(path)
  cpSync(path, directory, { recursive: true })
}
