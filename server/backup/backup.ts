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
 * Creates the file that a backup is written to until it is whole, and makes this process the only one that does; returns how to let
 * go. What a backup left that was killed goes.
 */
const begin = (file: string, unfinished: string): (() => void) => {
  try {
    const locked = takeLock(`${file}.lock`)
    if (!locked.ok) throw new StartFailure(`${file} is being written by process ${locked.error.pid}.`)
    rmSync(unfinished, { force: true })
    // Readable by its owner alone: everything that coaches told is in it.
    writeFileSync(unfinished, '', { mode: 0o600, flag: 'wx' })
    return locked.value
  } catch (error) {
    if (error instanceof StartFailure) throw error
    throw new StartFailure(`${unfinished} cannot be written: ${messageOf(error)}`)
  }
}

/** Writes a backup. One that broke off never has the name of a whole one. */
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

/** Puts a backup back; resolves to where the database lies that was there before. */
export const putBack = async (where: Where, file: string): Promise<string | undefined> => {
  if (!existsSync(file)) throw new StartFailure(`There is no file ${file}.`)
  return backupOf(where).putBack(file)
}
