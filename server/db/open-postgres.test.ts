import { randomUUID } from 'node:crypto'
import { count } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { startFreezingProxy } from '../testing/freezing-proxy.ts'
import { openPostgres, unwatched } from './open-postgres.ts'
import { customers } from './schema.ts'

const serverUrl = process.env['TEST_DATABASE_URL'] ?? ''

const asAdmin = async (sql: string) => {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** The address of an empty database of its own, and how to drop it. */
const createOwn = async () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => asAdmin(`drop database ${name}`) }
}

test.runIf(serverUrl !== '')('copies that start at the same time apply the migrations once', async () => {
  const { url, drop } = await createOwn()
  const copies = await Promise.all(Array.from({ length: 4 }, () => openPostgres(url, unwatched)))
  for (const { db } of copies) {
    expect(await db.select({ count: count() }).from(customers)).toEqual([{ count: 0 }])
  }
  await Promise.all(copies.map((copy) => copy.close()))
  await drop()
})

test.runIf(serverUrl !== '')('migrations may take longer than a request', async () => {
  const { url, drop } = await createOwn()
  const other = new Client({ connectionString: url })
  await other.connect()
  // Another copy applies them for as long as no statement of a request may take.
  await other.query('select pg_advisory_lock(7204118)')
  const released = other.query('select pg_sleep(16)').then(() => other.end())
  const { db, close } = await openPostgres(url, unwatched)
  expect(await db.$count(customers)).toBe(0)
  await released
  await close()
  await drop()
})

test.runIf(serverUrl !== '')('a transaction that cannot begin gives its connection back', async () => {
  const { url, drop } = await createOwn()
  const { db, close } = await openPostgres(url, unwatched)
  const unknown: Parameters<typeof db.transaction>[1] = JSON.parse('{"isolationLevel":"no such level"}')
  for (let failure = 0; failure < 12; failure += 1) {
    await expect(db.transaction(async () => undefined, unknown)).rejects.toThrow('no such level')
  }
  expect(await db.$count(customers)).toBe(0)
  await close()
  await drop()
})

test.runIf(serverUrl !== '')('closing does not wait for a transaction that never ends', async () => {
  const { url, drop } = await createOwn()
  const { db, close } = await openPostgres(url, unwatched)
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

test.runIf(serverUrl !== '')('what a vanished copy has locked is released', async () => {
  const { url, drop } = await createOwn()
  const proxy = await startFreezingProxy(new URL(url))
  const vanished = await openPostgres(proxy.url, unwatched)
  const { db, close } = await openPostgres(url, unwatched)
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

test('a server that is not there is told in one line', async () => {
  await expect(openPostgres('postgres://nobody@127.0.0.1:9/none', unwatched)).rejects.toThrow(
    /^The database at DATABASE_URL cannot be used: .*ECONNREFUSED/,
  )
})
