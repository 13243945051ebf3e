import { randomUUID } from 'node:crypto'
import { count } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { openPostgres } from './open-postgres.ts'
import { customers } from './schema.ts'

const serverUrl = process.env['TEST_DATABASE_URL'] ?? ''

const asAdmin = async (sql: string) => {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(sql)
  await client.end()
}

test.runIf(serverUrl !== '')('copies that start at the same time apply the migrations once', async () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const copies = await Promise.all(Array.from({ length: 4 }, () => openPostgres(url.href, () => undefined)))
  for (const { db } of copies) {
    expect(await db.select({ count: count() }).from(customers)).toEqual([{ count: 0 }])
  }
  await Promise.all(copies.map((copy) => copy.close()))
  await asAdmin(`drop database ${name}`)
})

test('a server that is not there is told in one line', async () => {
  await expect(openPostgres('postgres://nobody@127.0.0.1:9/none', () => undefined)).rejects.toThrow(
    /^The database at DATABASE_URL cannot be used: .*ECONNREFUSED/,
  )
})
