import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { messageOf, StartFailure } from '../../node/start-failure.ts'
import { takeLock } from '../../node/take-lock.ts'
import type { ServerEnv } from '../server-env.ts'
import type { DatabaseBackup } from './database-backup.ts'
import { pgliteBackup } from './pglite-backup.ts'
import { postgresBackup } from './postgres-backup.ts'

/** The database that the environment names. */
export type Where = Pick<ServerEnv, 'databaseUrl' | 'dataDir'>

const backupOf = ({ databaseUrl, dataDir }: Where): DatabaseBackup =>
  databaseUrl === undefined ? pgliteBackup(dataDir) : postgresBackup(databaseUrl)

/**
 * Creates the file for an unfinished backup and locks it for this process. Returns a function that unlocks
 * it. Deletes the rest of a backup that was killed.
 */
const begin = (file: string, unfinished: string): (() => void) => {
  try {
    const locked = takeLock(`${file}.lock`)
    if (!locked.ok) throw new StartFailure(`${file} is being written by process ${locked.error.pid}.`)
    rmSync(unfinished, { force: true })
    // Readable by its owner only: it contains all data about coaches.
    writeFileSync(unfinished, '', { mode: 0o600, flag: 'wx' })
    return locked.value
  } catch (error) {
    if (error instanceof StartFailure) throw error
    throw new StartFailure(`${unfinished} cannot be written: ${messageOf(error)}`)
  }
}

/** Writes a backup. An incomplete backup never has the final file name. */
export const backUp = async (where: Where, file: string): Promise<void> => {
  if (existsSync(file)) throw new StartFailure(`${file} exists already.`)
  const unfinished = `${file}.unfinished`
  const unlock = begin(file, unfinished)
  try {
    await backupOf(where).backUp(unfinished)
    renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
    unlock()
  }
}

/** Restores a backup. Resolves to the place of the previous database, if there was one. */
export const restoreBackup = async (where: Where, file: string): Promise<string | undefined> => {
  if (!existsSync(file)) throw new StartFailure(`There is no file ${file}.`)
  return backupOf(where).restoreBackup(file)
}
