import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { backUp, restoreBackup, type DatabaseLocation } from '../backup/backup.ts'
import type { OpenDatabase } from '../db/database.ts'
import { parseServerEnv } from '../server-env.ts'
import { startServer } from '../start-server.ts'
import { compileCache } from './compile-cache.ts'
import { createOwnDatabase } from './database/own-database.ts'
import { prepareData } from './prepare-data.ts'
import { createTestClient } from './test-client.ts'
import { toVariables } from './test-env.ts'
import { startTestIdentity, type TokenOptions } from './test-identity.ts'

/** How an operator backs up and restores a database while the server is stopped. */
type Operation = {
  /** The variables that name the database. */
  variables: Record<string, string>
  backUp: () => Promise<void>
  /** Restores the backup as an operator does. */
  restore: () => Promise<void>
  /** Brings the backed-up rows back in the same place, as when a disk is rolled back. */
  rollBack: () => Promise<void>
  query: (queries: string[]) => Promise<Record<string, unknown>[][]>
  close: () => Promise<void>
}

/** Backs up into a file, which may already contain a backup. */
const replaceBackup = async (location: DatabaseLocation, file: string): Promise<void> => {
  rmSync(file, { force: true })
  await backUp(location, file)
}

/**
 * For PGlite: backs up into a compressed file, and copies the folder to simulate a disk that is rolled back.
 */
const createPgliteOperation = async (): Promise<Operation> => {
  const directory = mkdtempSync(join(tmpdir(), 'restored-'))
  const data = join(directory, 'data')
  const copy = join(directory, 'copy')
  const packed = join(directory, 'packed')
  await prepareData(data)
  return {
    variables: { DATA_DIR: data },
    backUp: async () => {
      await replaceBackup({ databaseUrl: undefined, dataDir: data }, packed)
      cpSync(data, copy, { recursive: true })
    },
    restore: async () => void (await restoreBackup({ databaseUrl: undefined, dataDir: data }, packed)),
    rollBack: async () => {
      const folder = join(data, 'pglite')
      for (const name of readdirSync(folder)) {
        if (name !== 'PG_VERSION') rmSync(join(folder, name), { recursive: true })
      }
      cpSync(copy, data, { recursive: true })
    },
    query: async (queries) => {
      const client = await PGlite.create(join(data, 'pglite'))
      const found = []
      for (const query of queries) found.push((await client.query<Record<string, unknown>>(query)).rows)
      await client.close()
      return found
    },
    close: async () => rmSync(directory, { recursive: true, force: true }),
  }
}

const queryOn = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

/** For PostgreSQL: backs up into a dump, and restores it into a new database with the same name. */
const createPostgresOperation = async (serverUrl: string): Promise<Operation> => {
  const directory = mkdtempSync(join(tmpdir(), 'restored-'))
  const dump = join(directory, 'dump')
  const { url, drop } = await createOwnDatabase(serverUrl)
  const location = { databaseUrl: url.href, dataDir: '' }
  const restore = (...options: string[]) =>
    execFileSync('pg_restore', [...options, `--dbname=${url.href}`, dump])
  return {
    variables: { DATABASE_URL: url.href },
    backUp: () => replaceBackup(location, dump),
    restore: async () => {
      const replaced = await restoreBackup(location, dump)
      await queryOn(serverUrl, `drop database ${replaced} with (force)`)
    },
    rollBack: async () => {
      // Only the rows, into the existing tables.
      const tables = await queryOn(
        url.href,
        "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'drizzle')",
      )
      await queryOn(url.href, `truncate ${tables.map(({ name }) => String(name)).join(', ')}`)
      restore('--data-only', '--disable-triggers')
    },
    query: (queries) => Promise.all(queries.map((query) => queryOn(url.href, query))),
    close: async () => {
      await drop()
      rmSync(directory, { recursive: true })
    },
  }
}

const run = promisify(execFile)

/** Runs `after-restore` with the server's log on a database that no server uses. Resolves to its output. */
const runAfterRestore = async (variables: Record<string, string>, logged: string[]): Promise<string> => {
  const directory = mkdtempSync(join(tmpdir(), 'logs-'))
  const log = join(directory, 'server.log')
  // As a log collector writes the lines of several instances.
  writeFileSync(log, logged.map((line) => `app-1 | ${line}`).join('') + 'not a line of ours\n')
  try {
    const command = fileURLToPath(new URL('../after-restore.js', import.meta.url))
    const env = { PATH: process.env['PATH'], ...compileCache, ...variables }
    return (await run(process.execPath, [command, log], { env })).stdout
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** A server whose database can be backed up and restored while the server is stopped, as an operator does. */
export const startRestorableServer = async (kind: OpenDatabase['kind'], now?: () => Date) => {
  const identity = await startTestIdentity()
  const serverUrl = process.env['TEST_DATABASE_URL'] ?? ''
  const operation =
    kind === 'PostgreSQL' ? await createPostgresOperation(serverUrl) : await createPgliteOperation()
  const variables = { PORT: '0', DRAIN_SECONDS: '0', ...toVariables(identity.env), ...operation.variables }
  const logLines: string[] = []
  const start = () =>
    startServer({
      env: parseServerEnv(variables),
      warnings: [],
      version: '0.0.0-test',
      writeLog: (line) => void logLines.push(line),
      ...(now && { now }),
    })
  let running = await start()

  const stop = () => running.stop(AbortSignal.abort())
  const whileStopped = async (work: () => Promise<void>) => {
    await stop()
    await work()
    running = await start()
  }
  return {
    /** Changes with each start. */
    origin: () => running.origin,
    createToken: (customer: string, options?: TokenOptions) => identity.token(customer, options),
    logLines,
    client: () => createTestClient({ request: (path, init) => fetch(running.origin + path, init) }, identity),
    backUp: () => whileStopped(operation.backUp),
    restore: () => whileStopped(operation.restore),
    /** Also runs `after-restore` before the server starts. Resolves to its output. */
    restoreAndReplay: async () => {
      let output = ''
      await whileStopped(async () => {
        await operation.restore()
        output = await runAfterRestore(variables, logLines)
      })
      return output
    },
    /** Restores the backup without a trace, as when a disk is rolled back under the database. */
    rollBack: () => whileStopped(operation.rollBack),
    /** Stops the server. Resolves to the rows of each query. */
    stopAndQuery: async (...queries: string[]) => {
      await stop()
      return operation.query(queries)
    },
    close: async () => {
      identity.stop()
      await operation.close()
    },
  }
}
