import { execFile, execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
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
import { prepareData } from './prepare-data.ts'
import { createTestClient } from './test-client.ts'
import { toVariables } from './test-env.ts'
import { startTestIdentity, type TokenOptions } from './test-identity.ts'

/** How an operator backs up and restores a database while the server is stopped. */
type Operation = {
  variables: Record<string, string>
  backUp: () => Promise<void>
  restore: () => Promise<void>
  rollBack: () => Promise<void>
  query: (queries: string[]) => Promise<Record<string, unknown>[][]>
  close: () => Promise<void>
}

/** Overwrites the test's backup. */
const backUpAnew = async (location: DatabaseLocation, file: string): Promise<void> => {
  rmSync(file, { force: true })
  await backUp(location, file)
}

/** Backs up into a compressed file, and copies the folder to simulate a disk that is rolled back. */
const embedded = async (): Promise<Operation> => {
  const directory = mkdtempSync(join(tmpdir(), 'restored-'))
  const data = join(directory, 'data')
  const copy = join(directory, 'copy')
  const packed = join(directory, 'packed')
  await prepareData(data)
  return {
    variables: { DATA_DIR: data },
    backUp: async () => {
      await backUpAnew({ databaseUrl: undefined, dataDir: data }, packed)
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

/** Backs up into a dump, and restores it into a new database with the same name. */
const postgres = async (serverUrl: string): Promise<Operation> => {
  const directory = mkdtempSync(join(tmpdir(), 'restored-'))
  const dump = join(directory, 'dump')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const own = new URL(serverUrl)
  own.pathname = `/${name}`
  const create = () => queryOn(serverUrl, `create database ${name}`)
  const where = { databaseUrl: own.href, dataDir: '' }
  const drop = () => queryOn(serverUrl, `drop database ${name} with (force)`)
  await create()
  const restore = (...options: string[]) =>
    execFileSync('pg_restore', [...options, `--dbname=${own.href}`, dump])
  return {
    variables: { DATABASE_URL: own.href },
    backUp: () => backUpAnew(where, dump),
    restore: async () => {
      const replaced = await restoreBackup(where, dump)
      await queryOn(serverUrl, `drop database ${replaced} with (force)`)
    },
    rollBack: async () => {
      // Only the rows, into the existing tables.
      const tables = await queryOn(
        own.href,
        "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'drizzle')",
      )
      await queryOn(own.href, `truncate ${tables.map(({ name }) => String(name)).join(', ')}`)
      restore('--data-only', '--disable-triggers')
    },
    query: (queries) => Promise.all(queries.map((query) => queryOn(own.href, query))),
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
  // In the format of a collector that merges the logs of several copies.
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
  const operation = kind === 'PostgreSQL' ? await postgres(serverUrl) : await embedded()
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
