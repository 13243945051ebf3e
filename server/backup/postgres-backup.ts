import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { Client, escapeIdentifier } from 'pg'
import { messageOf, StartFailure } from '../../node/start-failure.ts'
import type { DatabaseBackup } from './database-backup.ts'

const run = promisify(execFile)

/**
 * Runs one of PostgreSQL's own tools. Passes the password in the environment, so that other users of the
 * machine do not see it.
 */
const runTool = async (tool: 'pg_dump' | 'pg_restore', options: readonly string[], url: URL) => {
  const shown = new URL(url)
  shown.password = ''
  const env = { ...process.env, ...(url.password && { PGPASSWORD: decodeURIComponent(url.password) }) }
  try {
    await run(tool, [...options, `--dbname=${shown.href}`], { env })
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isMissing)
      throw new StartFailure(
        `${tool} is not installed. Install PostgreSQL's client programs, of the version of your server or a later one.`,
      )
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    throw new StartFailure(`${tool} failed: ${output || messageOf(error)}`)
  }
}

const nameOf = (url: URL): string => decodeURIComponent(url.pathname.slice(1))
const withName = (url: URL, name: string): URL => {
  const other = new URL(url)
  other.pathname = `/${encodeURIComponent(name)}`
  return other
}

const inDatabase = async <T>(url: URL, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url.href })
  try {
    await client.connect()
    return await work(client)
  } catch (error) {
    throw error instanceof StartFailure ? error : new StartFailure(`PostgreSQL refused: ${messageOf(error)}`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Runs work in the database that every PostgreSQL has: a renamed database must have no connections. */
const inMaintenance = <T>(url: URL, work: (client: Client) => Promise<T>): Promise<T> =>
  inDatabase(withName(url, 'postgres'), work)

const isThere = async (client: Client, name: string): Promise<boolean> =>
  (await client.query('select 1 from pg_database where datname = $1', [name])).rows.length > 0

const refuseWhileUsed = async (client: Client, name: string): Promise<void> => {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [name],
  )
  const count = rows[0]?.count ?? 0
  if (count > 0)
    throw new StartFailure(
      `The database ${name} is in use (connections: ${count}). Stop every copy of the server before a restore.`,
    )
}

/** Refuses a database of another product, whose dump would replace the product's database. */
const refuseForeign = (url: URL, what: string): Promise<void> =>
  inDatabase(url, async (client) => {
    const { rows } = await client.query(
      "select where to_regclass('public.customers') is not null and to_regclass('public.deliveries') is not null",
    )
    if (rows.length === 0) throw new StartFailure(`${what} has no customers: it is not of this product.`)
  })

/** Uses PostgreSQL's tools. Backs up while copies run. A restore keeps the present database beside it. */
export const postgresBackup = (databaseUrl: string): DatabaseBackup => {
  const url = new URL(databaseUrl)
  const name = nameOf(url)
  const quoted = escapeIdentifier
  return {
    backUp: async (file) => {
      await refuseForeign(url, `The database ${name}`)
      await runTool('pg_dump', ['--format=custom', `--file=${file}`], url)
    },
    restoreBackup: async (file) => {
      const suffix = randomBytes(4).toString('hex')
      const [fresh, replaced] = [`${name}_restored_${suffix}`, `${name}_replaced_${suffix}`]
      await inMaintenance(url, async (client) => {
        await refuseWhileUsed(client, name)
        await client.query(`create database ${quoted(fresh)} template template0`)
      })
      try {
        const restored = withName(url, fresh)
        await runTool('pg_restore', ['--exit-on-error', '--no-owner', file], restored)
        await refuseForeign(restored, file)
        return await inMaintenance(url, async (client) => {
          await refuseWhileUsed(client, name)
          const isReplaced = await isThere(client, name)
          const rename = (from: string, to: string) =>
            `alter database ${quoted(from)} rename to ${quoted(to)};`
          // One query is one transaction, so the name always refers to a database.
          await client.query((isReplaced ? rename(name, replaced) : '') + rename(fresh, name))
          return isReplaced ? replaced : undefined
        })
      } catch (error) {
        await inMaintenance(url, (client) => client.query(`drop database if exists ${quoted(fresh)}`))
        throw error
      }
    },
  }
}
