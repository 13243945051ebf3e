import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { getErrorMessage, OperatorError } from '../../node/operator-error.ts'
import { takeLock } from '../../node/take-lock.ts'
import type { ServerEnv } from '../server-env.ts'
import type { DatabaseBackup } from './database-backup.ts'
import { createPgliteBackup } from './pglite-backup.ts'
import { createPostgresBackup } from './postgres-backup.ts'

/** The database that the environment names: a PostgreSQL server by its URL, otherwise PGlite by its folder. */
export type DatabaseLocation = Pick<ServerEnv, 'databaseUrl' | 'dataDir'>

const createDatabaseBackup = ({ databaseUrl, dataDir }: DatabaseLocation): DatabaseBackup =>
  databaseUrl === undefined ? createPgliteBackup(dataDir) : createPostgresBackup(databaseUrl)

/**
 * Locks a backup for this process, and creates an empty file for its unfinished content. Returns a function
 * that unlocks it.
 */
const lockAndCreateFile = (file: string, unfinishedFile: string): (() => void) => {
  try {
    const lock = takeLock(`${file}.lock`)
    if (!lock.ok) throw new OperatorError(`${file} is being written by process ${lock.error.pid}.`)
    // A backup that was killed may have left its file.
    rmSync(unfinishedFile, { force: true })
    // Only its owner may read it, because it contains all data about coaches.
    writeFileSync(unfinishedFile, '', { mode: 0o600, flag: 'wx' })
    return lock.value
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`${unfinishedFile} cannot be written: ${getErrorMessage(error)}`)
  }
}

/** Writes a backup. An incomplete backup never has the final file name. */
export const backUp = async (location: DatabaseLocation, file: string): Promise<void> => {
  if (existsSync(file)) throw new OperatorError(`${file} exists already.`)
  const unfinishedFile = `${file}.unfinished`
  const unlock = lockAndCreateFile(file, unfinishedFile)
  try {
    await createDatabaseBackup(location).backUp(unfinishedFile)
    renameSync(unfinishedFile, file)
  } finally {
    rmSync(unfinishedFile, { force: true })
    unlock()
  }
}

/** Restores a backup. Resolves to the new name or folder of the previous database. Undefined if there was none. */
export const restoreBackup = async (
  location: DatabaseLocation,
  file: string,
): Promise<string | undefined> => {
  if (!existsSync(file)) throw new OperatorError(`There is no file ${file}.`)
  return createDatabaseBackup(location).restoreBackup(file)
}
