import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { messageOf, StartFailure } from '../../node/start-failure.ts'
import type { ServerEnv } from '../server-env.ts'
import type { DatabaseBackup } from './database-backup.ts'
import { pgliteBackup } from './pglite-backup.ts'
import { postgresBackup } from './postgres-backup.ts'

/** The database that the environment names. */
export type Where = Pick<ServerEnv, 'databaseUrl' | 'dataDir'>

const backupOf = ({ databaseUrl, dataDir }: Where): DatabaseBackup =>
  databaseUrl === undefined ? pgliteBackup(dataDir) : postgresBackup(databaseUrl)

/** Readable by its owner alone: everything that coaches told is in it. */
const createPrivate = (file: string): void => {
  try {
    writeFileSync(file, '', { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new StartFailure(`${file} cannot be written: ${messageOf(error)}`)
  }
}

/** Writes a backup. One that broke off never has the name of a whole one. */
export const backUp = async (where: Where, file: string): Promise<void> => {
  if (existsSync(file)) throw new StartFailure(`${file} exists already.`)
  const unfinished = `${file}.unfinished`
  createPrivate(unfinished)
  try {
    await backupOf(where).backUp(unfinished)
    renameSync(unfinished, file)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

/** Puts a backup back; resolves to where the database lies that was there before. */
export const putBack = async (where: Where, file: string): Promise<string | undefined> => {
  if (!existsSync(file)) throw new StartFailure(`There is no file ${file}.`)
  return backupOf(where).putBack(file)
}
