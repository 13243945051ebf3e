import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { openPostgres, noCallbacks } from '../../db/connection/open-postgres.ts'
import { migrationsFolder, type OpenDatabase } from '../../db/database.ts'
import * as schema from '../../db/schema.ts'
import { prepareDatabasePath } from './database-path.ts'
import { createOwnDatabase } from './own-database.ts'

/** The URL of a PostgreSQL for tests. Absent or empty if there is none. */
const serverUrl = process.env['TEST_DATABASE_URL']

/** A Blob that shares its bytes: a plain Blob copies its 40 MB for every database created from it. */
class SharedBlob extends Blob {
  readonly #bytes: ArrayBuffer
  constructor(bytes: ArrayBuffer) {
    super([])
    this.#bytes = bytes
  }
  override arrayBuffer = async () => this.#bytes
}

const readSnapshot = (path: string): Blob | undefined => {
  try {
    const bytes = readFileSync(path)
    return new SharedBlob(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  } catch {
    return undefined
  }
}

/** Creates a snapshot of an empty, migrated database. Tests reuse it, because creating one takes seconds. */
const makeSnapshot = async (path: string): Promise<Blob> => {
  const client = await PGlite.create()
  await migrate(drizzle(client), { migrationsFolder })
  const snapshot = await client.dumpDataDir('none')
  await client.close()
  const partial = `${path}.${randomUUID()}`
  writeFileSync(partial, Buffer.from(await snapshot.arrayBuffer()))
  renameSync(partial, path)
  return snapshot
}

let snapshot: Blob | undefined

const openMemory = async (): Promise<OpenDatabase> => {
  const path = prepareDatabasePath('.tar')
  snapshot ??= readSnapshot(path) ?? (await makeSnapshot(path))
  const client = await PGlite.create({ loadDataDir: snapshot })
  return { db: drizzle(client, { schema }), kind: 'PGlite', location: 'memory', close: () => client.close() }
}

/** Databases of this process that no test file uses now. Opening takes 100 times as long as emptying. */
const idleDatabases: OpenDatabase[] = []

const emptyEveryTable = sql.raw(`do $$ declare name text; begin
  set local session_replication_role = replica;
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('delete from %I', name);
  end loop;
  for name in select sequencename from pg_sequences where schemaname = 'public' loop
    execute format('alter sequence %I restart', name);
  end loop;
end $$`)

const borrowMemory = async (): Promise<OpenDatabase> => {
  const database = idleDatabases.pop() ?? (await openMemory())
  const close = async () => {
    await database.db.execute(emptyEveryTable)
    idleDatabases.push(database)
  }
  return { ...database, close }
}

const openOwnDatabase = async (postgresUrl: string): Promise<OpenDatabase> => {
  const { url, drop } = await createOwnDatabase(postgresUrl)
  const database = await openPostgres(url.href, noCallbacks)
  const close = async () => {
    await database.close()
    await drop()
  }
  return { ...database, close }
}

/** The kinds of database in this run. PostgreSQL is included if `TEST_DATABASE_URL` is set. */
export const testDatabases: readonly OpenDatabase['kind'][] = serverUrl
  ? ['PGlite', 'PostgreSQL']
  : ['PGlite']

/** An empty, migrated database of its own, for tests that change more than rows. */
export const openTestDatabase = (kind: OpenDatabase['kind']): Promise<OpenDatabase> =>
  kind === 'PostgreSQL' && serverUrl ? openOwnDatabase(serverUrl) : openMemory()

/** An empty, migrated database for one test file. Another file may have used it before. */
export const borrowTestDatabase = (kind: OpenDatabase['kind']): Promise<OpenDatabase> =>
  kind === 'PostgreSQL' && serverUrl ? openOwnDatabase(serverUrl) : borrowMemory()
