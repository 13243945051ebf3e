import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Client, escapeIdentifier } from 'pg'
import { getErrorMessage, OperatorError } from '../../node/operator-error.ts'
import type { DatabaseBackup } from './database-backup.ts'

type ToolName = 'pg_dump' | 'pg_restore'

/** Where a tool's output goes, or where its input comes from: the path of a file. */
type ToolFile = { output: string } | { input: string }

/** Starts a tool. Passes the password in its environment, where other users of the machine do not see it. */
const startTool = (name: ToolName, options: readonly string[], url: URL): ChildProcessWithoutNullStreams => {
  const urlWithoutPassword = new URL(url)
  urlWithoutPassword.password = ''
  const env = { ...process.env, ...(url.password && { PGPASSWORD: decodeURIComponent(url.password) }) }
  return spawn(name, [...options, `--dbname=${urlWithoutPassword.href}`], { env })
}

/**
 * Copies a tool's output to a file, or a file to the tool's input. The tool does not open the file itself:
 * thanks to the pipe, it ends when this program ends, even if this program is killed. Otherwise a dump would
 * go on, hold locks in the database and write to the file of the next backup.
 */
const copyFile = (tool: ChildProcessWithoutNullStreams, file: ToolFile): Promise<void> =>
  'output' in file
    ? pipeline(tool.stdout, createWriteStream(file.output))
    : pipeline(createReadStream(file.input), tool.stdin)

/** Whether a copy failed because the program at its other end no longer reads or writes. */
const isBrokenPipe = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EPIPE' || error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE')

/** Whether Node could not start a program. */
const isSpawnError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && String(error.syscall).startsWith('spawn')

const describeFailure = (name: ToolName, error: unknown): string =>
  isSpawnError(error)
    ? `${name} is not installed. Install PostgreSQL's client programs, of the version of your server or a later one.`
    : `${name} failed: ${getErrorMessage(error)}`

/** Runs one of PostgreSQL's own tools until it ends. Throws an OperatorError with what the tool reported. */
const runTool = async (name: ToolName, options: readonly string[], url: URL, file: ToolFile) => {
  const tool = startTool(name, options, url)
  const exitPromise = once(tool, 'close')
  let errorText = ''
  tool.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorText += text
  })
  try {
    await once(tool, 'spawn')
    const copyErrorPromise = copyFile(tool, file).catch((error: unknown) => error)
    const [[code], copyError] = await Promise.all([exitPromise, copyErrorPromise])
    // The copy failed, for example because the disk is full. After a broken pipe, the exit code and the text
    // of the tool say more.
    if (copyError !== undefined && !isBrokenPipe(copyError)) throw copyError
    if (code !== 0) throw new Error(errorText.trim() || `The tool ended with code ${String(code)}.`)
  } catch (error) {
    // If the tool did not start, this promise is rejected too, and nobody else handles that.
    exitPromise.catch(() => undefined)
    tool.kill()
    throw new OperatorError(describeFailure(name, error))
  }
}

const getDatabaseName = (url: URL): string => decodeURIComponent(url.pathname.slice(1))

/** Returns the URL of another database on the same server. */
const withDatabaseName = (url: URL, name: string): URL => {
  const namedUrl = new URL(url)
  namedUrl.pathname = `/${encodeURIComponent(name)}`
  return namedUrl
}

const withClient = async <T>(url: URL, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url.href })
  try {
    await client.connect()
    return await work(client)
  } catch (error) {
    throw error instanceof OperatorError
      ? error
      : new OperatorError(`PostgreSQL reported: ${getErrorMessage(error)}`)
  } finally {
    // An error here would hide the error of `work`.
    await client.end().catch(() => undefined)
  }
}

/**
 * Runs work in the database `postgres`, which every PostgreSQL has. A database that is renamed must have no
 * connections, not even this one.
 */
const withMaintenanceClient = <T>(url: URL, work: (client: Client) => Promise<T>): Promise<T> =>
  withClient(withDatabaseName(url, 'postgres'), work)

const databaseExists = async (client: Client, name: string): Promise<boolean> =>
  (await client.query('select 1 from pg_database where datname = $1', [name])).rows.length > 0

const assertUnused = async (client: Client, name: string): Promise<void> => {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [name],
  )
  const count = rows[0]?.count ?? 0
  if (count > 0)
    throw new OperatorError(
      `The database ${name} is in use (connections: ${count}). Stop every instance of the server before a restore.`,
    )
}

/** Throws for a database of another product, whose dump would replace the product's database. */
const assertProductDatabase = (url: URL, description: string): Promise<void> =>
  withClient(url, async (client) => {
    const { rows } = await client.query(
      "select where to_regclass('public.customers') is not null and to_regclass('public.deliveries') is not null",
    )
    if (rows.length === 0)
      throw new OperatorError(`${description} has no customers: it is not of this product.`)
  })

/**
 * Gives the restored database the name of the product's database. Resolves to the new name of the previous
 * database, or to undefined if there was none.
 */
const replaceDatabase = (
  url: URL,
  restoredName: string,
  previousName: string,
): Promise<string | undefined> => {
  const name = getDatabaseName(url)
  const createRenameStatement = (from: string, to: string) =>
    `alter database ${escapeIdentifier(from)} rename to ${escapeIdentifier(to)};`
  return withMaintenanceClient(url, async (client) => {
    await assertUnused(client, name)
    const hasPrevious = await databaseExists(client, name)
    // Both statements are one query and so one transaction. The name thus always refers to a database.
    const renamePrevious = hasPrevious ? createRenameStatement(name, previousName) : ''
    await client.query(renamePrevious + createRenameStatement(restoredName, name))
    return hasPrevious ? previousName : undefined
  })
}

/**
 * Restores a backup into a new database, and replaces the current one only after that has succeeded. Resolves
 * to the new name of the previous database, or to undefined if there was none.
 */
const restore = async (url: URL, file: string): Promise<string | undefined> => {
  const name = getDatabaseName(url)
  const suffix = randomBytes(4).toString('hex')
  const restoredName = `${name}_restored_${suffix}`
  await withMaintenanceClient(url, async (client) => {
    await assertUnused(client, name)
    await client.query(`create database ${escapeIdentifier(restoredName)} template template0`)
  })
  try {
    const restoredUrl = withDatabaseName(url, restoredName)
    await runTool('pg_restore', ['--exit-on-error', '--no-owner'], restoredUrl, { input: file })
    await assertProductDatabase(restoredUrl, file)
    return await replaceDatabase(url, restoredName, `${name}_replaced_${suffix}`)
  } catch (error) {
    await withMaintenanceClient(url, (client) =>
      client.query(`drop database if exists ${escapeIdentifier(restoredName)}`),
    )
    throw error
  }
}

/**
 * Backs PostgreSQL up with PostgreSQL's own tools. A backup works while the server runs. A restore keeps the
 * previous database.
 */
export const createPostgresBackup = (databaseUrl: string): DatabaseBackup => {
  const url = new URL(databaseUrl)
  return {
    backUp: async (file) => {
      await assertProductDatabase(url, `The database ${getDatabaseName(url)}`)
      await runTool('pg_dump', ['--format=custom'], url, { output: file })
    },
    restoreBackup: (file) => restore(url, file),
  }
}
