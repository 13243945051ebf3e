import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, renameSync } from 'node:fs'
import { openPglite } from '../db/connection/open-pglite.ts'
import { databasePath } from './database-path.ts'

const makeOnce = async (path: string) => {
  const partial = `${path}.${randomUUID()}`
  await (await openPglite(partial)).close()
  try {
    renameSync(partial, path)
  } catch (error) {
    // Another test file was first: its copy is as good.
    if (!existsSync(path)) throw error
  }
}

/** Fills a data directory with an empty, migrated database, for a server whose first start is not the point of the test. */
export const prepareData = async (directory: string): Promise<void> => {
  const path = databasePath()
  if (!existsSync(path)) await makeOnce(path)
  cpSync(path, directory, { recursive: true })
}
