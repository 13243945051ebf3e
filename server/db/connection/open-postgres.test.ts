import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { count } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { startFreezingProxy } from '../../testing/freezing-proxy.ts'
import { migrationsFolder } from '../database.ts'
import { customers } from '../schema.ts'
import { getUnavailableReason } from './database-unavailable.ts'
import { openPostgres, noCallbacks, defaultLimits } from './open-postgres.ts'

const serverUrl = process.env['TEST_DATABASE_URL'] ?? ''

const asAdmin = async (sql: string) => {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** Creates an empty database. Resolves to its URL and a function that drops it. */
const createOwn = async () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => asAdmin(`drop database ${name}`) }
}

/** Applies the migrations before the one with a number. */
const migrateBefore = async (number: number, client: Client): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  cpSync(migrationsFolder, folder, { recursive: true })
  const journalFile = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'))
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries: journal.entries.slice(0, number) }))
  await migrate(drizzle(client), { migrationsFolder: folder })
  rmSync(folder, { recursive: true })
}

test.runIf(serverUrl !== '')('instances that start at the same time apply the migrations once', async () => {
  const { url, drop } = await createOwn()
  const instances = await Promise.all(Array.from({ length: 4 }, () => openPostgres(url, noCallbacks)))
  for (const { db } of instances) {
    expect(await db.select({ count: count() }).from(customers)).toEqual([{ count: 0 }])
  }
  await Promise.all(instances.map((instance) => instance.close()))
  await drop()
})

test.runIf(serverUrl !== '')('migrations may take longer than a request', async () => {
  const { url, drop } = await createOwn()
  const other = new Client({ connectionString: url })
  await other.connect()
  // Another instance holds the lock for longer than a request's statement may take.
  await other.query('select pg_advisory_lock(7204118)')
  const released = other.query('select pg_sleep(9)').then(() => other.end())
  const { db, close } = await openPostgres(url, noCallbacks)
  expect(await db.$count(customers)).toBe(0)
  await released
  await close()
  await drop()
})

test.runIf(serverUrl !== '')('a migration that waits for a table does not block others at it', async () => {
  const { url, drop } = await createOwn()
  const [long, short] = [new Client({ connectionString: url }), new Client({ connectionString: url })]
  await Promise.all([long.connect(), short.connect()])
  // The next migration, 0017, needs a lock on `devices`.
  await migrateBefore(17, long)
  await long.query('begin; lock table devices in row exclusive mode')
  const failed = openPostgres(url, noCallbacks).catch(getUnavailableReason)
  await expect
    .poll(async () => (await short.query('select 1 from pg_locks where not granted')).rowCount)
    .toBe(1)
  await short.query('delete from devices')
  expect(await failed).toBe('canceling statement due to lock timeout (55P03)')
  await long.query('rollback')
  await (await openPostgres(url, noCallbacks)).close()
  await Promise.all([long.end(), short.end()])
  await drop()
})

test.runIf(serverUrl !== '')('returns the connection of a transaction that cannot begin', async () => {
  const { url, drop } = await createOwn()
  const { db, close } = await openPostgres(url, noCallbacks)
  const unknown: Parameters<typeof db.transaction>[1] = JSON.parse('{"isolationLevel":"no such level"}')
  for (let failure = 0; failure < 12; failure += 1) {
    await expect(db.transaction(async () => undefined, unknown)).rejects.toThrow('no such level')
  }
  expect(await db.$count(customers)).toBe(0)
  await close()
  await drop()
})

test.runIf(serverUrl !== '')('applies the given limits', async () => {
  const { url, drop } = await createOwn()
  const limits = { maxConnections: 2, connectSeconds: 1, statementSeconds: 3 }
  const { db, close, pool } = await openPostgres(url, noCallbacks, limits)
  const stuck = () => db.execute('select pg_sleep(60)').catch(({ cause }: Error) => String(cause))
  const used = [stuck(), stuck()]
  expect(await stuck()).toContain('timeout exceeded when trying to connect')
  expect(pool?.()).toEqual({ used: 2, idle: 0, waiting: 0, max: 2 })
  expect(await Promise.all(used)).toEqual([
    'error: canceling statement due to statement timeout',
    'error: canceling statement due to statement timeout',
  ])
  await close()
  await drop()
})

test.runIf(serverUrl !== '')(
  'never treats an idle connection as lost, however short the statement limit',
  async () => {
    const { url, drop } = await createOwn()
    const lost: Error[] = []
    const watch = { ...noCallbacks, onLost: (error: Error) => void lost.push(error) }
    const { db, close, pool } = await openPostgres(url, watch, { ...defaultLimits, statementSeconds: 1 })
    await db.$count(customers)
    await expect.poll(() => pool?.().idle, { timeout: 5000 }).toBe(0)
    expect(lost).toEqual([])
    await close()
    await drop()
  },
)

test.runIf(serverUrl !== '')('shares the existing connections when the database has no more', async () => {
  const { url, drop } = await createOwn()
  const role = `role_${randomUUID().replaceAll('-', '')}`
  await asAdmin(`create role ${role} login connection limit 2`)
  const own = new URL(url)
  await asAdmin(`alter database ${own.pathname.slice(1)} owner to ${role}`)
  own.username = role
  const { db, close } = await openPostgres(own.href, noCallbacks)
  const count = () => db.$count(customers)
  const counted = async () => (await Promise.all(Array.from({ length: 40 }, count))).length
  expect(await counted()).toBe(40)
  const written = Array.from({ length: 40 }, () => db.transaction((tx) => tx.$count(customers)))
  expect((await Promise.all(written)).length).toBe(40)

  // Other clients hold all connections, and this pool has none to share.
  const others = [new Client({ connectionString: own.href }), new Client({ connectionString: own.href })]
  await close()
  const second = new Client({ connectionString: own.href })
  await Promise.all(others.map((other) => other.connect()))
  expect(getUnavailableReason(await second.connect().catch((error: unknown) => error))).toContain('53300')
  await Promise.all(others.map((other) => other.end()))
  await drop()
  await asAdmin(`drop role ${role}`)
})

test.runIf(serverUrl !== '')('closing does not wait for a transaction that never ends', async () => {
  const { url, drop } = await createOwn()
  const { db, close } = await openPostgres(url, noCallbacks)
  const begun = Promise.withResolvers<void>()
  const never = Promise.withResolvers<void>()
  const cutOff = db.transaction(async (tx) => {
    await tx.$count(customers)
    begun.resolve()
    await never.promise
  })
  await begun.promise
  await expect(close()).resolves.toBeUndefined()
  never.resolve()
  await cutOff
  await drop()
})

test.runIf(serverUrl !== '')('releases the locks of an instance that vanished', async () => {
  const { url, drop } = await createOwn()
  const proxy = await startFreezingProxy(new URL(url))
  const vanished = await openPostgres(proxy.url, noCallbacks)
  const { db, close } = await openPostgres(url, noCallbacks)
  await db.insert(customers).values({ id: 'ana', country: 'BR', language: 'PT', createdAt: new Date() })
  const locked = Promise.withResolvers<void>()
  const lock = vanished.db.transaction(async (tx) => {
    await tx.select().from(customers).for('update')
    proxy.freeze()
    locked.resolve()
    await tx.$count(customers)
  })
  const lost = lock.catch(String)
  await locked.promise
  const patient = new Client({ connectionString: url })
  await patient.connect()
  await patient.query(`set statement_timeout = '60s'`)
  const { rows } = await patient.query('select id from customers for update')
  expect(rows).toEqual([{ id: 'ana' }])
  await patient.end()
  expect(await lost).toContain('Failed query')
  await Promise.all([vanished.close(), close()])
  proxy.stop()
  await drop()
})

test.runIf(serverUrl !== '')('reports a missing permission, but not what needed it', async () => {
  const { url, drop } = await createOwn()
  const role = `role_${randomUUID().replaceAll('-', '')}`
  await asAdmin(`create role ${role} login`)
  const own = new URL(url)
  own.username = role
  await expect(openPostgres(own.href, noCallbacks)).rejects.toThrow(
    /^The database at DATABASE_URL cannot be used: permission denied for database test_\w+$/,
  )
  await drop()
  await asAdmin(`drop role ${role}`)
})

test('reports an unreachable server in one line', async () => {
  await expect(openPostgres('postgres://nobody@127.0.0.1:9/none', noCallbacks)).rejects.toThrow(
    /^The database at DATABASE_URL cannot be used: .*ECONNREFUSED/,
  )
})
