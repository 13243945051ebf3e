import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { lockDirectory } from '../../node/lock-directory.ts'
import { messageOf, StartFailure } from '../../node/start-failure.ts'
import type { DatabaseBackup } from './database-backup.ts'

/** A unique name from the current time. */
const stamp = (): string => new Date().toISOString().replaceAll(/[:.]/g, '-')

const whileLocked = async <T>(directory: string, work: () => Promise<T>): Promise<T> => {
  const unlock = lockDirectory(directory)
  try {
    return await work()
  } finally {
    unlock()
  }
}

/**
 * Backs the embedded database up as one compressed file. Only one process at a time can read the database, so
 * its server must be stopped.
 */
export const pgliteBackup = (directory: string): DatabaseBackup => {
  const folder = join(directory, 'pglite')
  return {
    backUp: (file) =>
      whileLocked(directory, async () => {
        if (!existsSync(join(folder, 'PG_VERSION')))
          throw new StartFailure(`There is no database in ${directory}.`)
        const client = await PGlite.create(folder)
        try {
          const packed = await client.dumpDataDir('gzip')
          writeFileSync(file, Buffer.from(await packed.arrayBuffer()))
        } finally {
          await client.close()
        }
      }),
    restoreBackup: (file) =>
      whileLocked(directory, async () => {
        const fresh = `${folder}.${stamp()}.new`
        try {
          // Decompressed here: for a damaged file PGlite rejects a promise that callers cannot catch.
          const unpacked = new Blob([gunzipSync(readFileSync(file))], { type: 'application/x-tar' })
          const client = await PGlite.create(fresh, { loadDataDir: unpacked })
          await client.query('select 1 from customers limit 1')
          await client.close()
        } catch (error) {
          rmSync(fresh, { recursive: true, force: true })
          throw new StartFailure(`${file} cannot be read as a backup: ${messageOf(error)}`)
        }
        const replaced = `${folder}.${stamp()}.replaced`
        const isReplaced = existsSync(folder)
        if (isReplaced) renameSync(folder, replaced)
        renameSync(fresh, folder)
        return isReplaced ? replaced : undefined
      }),
  }
}
