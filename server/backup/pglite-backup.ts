import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { lockDirectory } from '../../node/lock-directory.ts'
import { getErrorMessage, OperatorError } from '../../node/operator-error.ts'
import type { DatabaseBackup } from './database-backup.ts'

/** Returns the current time in a format that file names allow. */
const formatTimestamp = (): string => new Date().toISOString().replaceAll(/[:.]/g, '-')

const withDirectoryLock = async <T>(directory: string, work: () => Promise<T>): Promise<T> => {
  const unlock = lockDirectory(directory)
  try {
    return await work()
  } finally {
    unlock()
  }
}

/** Writes the database in `folder` to one compressed file. */
const backUp = async (folder: string, file: string): Promise<void> => {
  const client = await PGlite.create(folder)
  try {
    const archive = await client.dumpDataDir('gzip')
    writeFileSync(file, Buffer.from(await archive.arrayBuffer()))
  } finally {
    await client.close()
  }
}

/** Creates a database from a backup. Throws if the file is not a backup of this product. */
const createFromBackup = async (newFolder: string, file: string): Promise<void> => {
  try {
    // Decompressed here, because PGlite rejects a promise that callers cannot catch if a file is damaged.
    const archive = new Blob([gunzipSync(readFileSync(file))], { type: 'application/x-tar' })
    const client = await PGlite.create(newFolder, { loadDataDir: archive })
    // Fails for a database of another product, which has no such table.
    await client.query('select 1 from customers limit 1')
    await client.close()
  } catch (error) {
    rmSync(newFolder, { recursive: true, force: true })
    throw new OperatorError(`${file} cannot be read as a backup: ${getErrorMessage(error)}`)
  }
}

/**
 * Backs the embedded database up as one compressed file. Only one process at a time can read the database, so
 * its server must be stopped.
 */
export const createPgliteBackup = (directory: string): DatabaseBackup => {
  const folder = join(directory, 'pglite')
  return {
    backUp: (file) =>
      withDirectoryLock(directory, async () => {
        if (!existsSync(join(folder, 'PG_VERSION')))
          throw new OperatorError(`There is no database in ${directory}.`)
        await backUp(folder, file)
      }),
    restoreBackup: (file) =>
      withDirectoryLock(directory, async () => {
        const newFolder = `${folder}.${formatTimestamp()}.new`
        await createFromBackup(newFolder, file)
        const previousFolder = `${folder}.${formatTimestamp()}.replaced`
        const hasPrevious = existsSync(folder)
        if (hasPrevious) renameSync(folder, previousFolder)
        renameSync(newFolder, folder)
        return hasPrevious ? previousFolder : undefined
      }),
  }
}
