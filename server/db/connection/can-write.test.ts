import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase, testDatabases } from '../../testing/database/test-database.ts'
import { createCanWrite } from './can-write.ts'
import { openPostgres, noCallbacks } from './open-postgres.ts'

const serverUrl = process.env['TEST_DATABASE_URL'] ?? ''

/** Creates a check whose clock advances by a second at each read, so that every call queries the database. */
const canWriteTo = (db: Parameters<typeof createCanWrite>[0]['db']) => {
  let now = 0
  return createCanWrite({ db, now: () => (now += 1000) })
}

test.each(testDatabases)('does not report %s as ready while it is read-only', async (kind) => {
  const { db, close } = await openTestDatabase(kind)
  onTestFinished(close)
  const canWrite = canWriteTo(db)
  expect(await canWrite()).toBe(true)
  const whileReadOnly = await db.transaction(async (tx) => {
    await tx.execute(sql`set transaction read only`)
    return canWriteTo(tx)()
  })
  expect(whileReadOnly).toBe(false)
  expect(await canWrite()).toBe(true)
})

test('repeats the last result within a second, without another write', async () => {
  const { db, close } = await openTestDatabase('PGlite')
  let now = 0
  const canWrite = createCanWrite({ db, now: () => now })
  expect(await canWrite()).toBe(true)
  await close()
  now = 999
  expect(await canWrite()).toBe(true)
  now = 1000
  expect(await canWrite()).toBe(false)
})

test('sends one write at a time to a database that does not respond, and the next one when that ends', async () => {
  const { db, close } = await openTestDatabase('PGlite')
  onTestFinished(close)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let tries = 0
  const hanging: typeof db.transaction = async (...given) => {
    tries += 1
    await held
    return db.transaction(...given)
  }
  const canWrite = canWriteTo(Object.assign(Object.create(db), { transaction: hanging }))
  expect(await Promise.all([canWrite(), canWrite(), canWrite()])).toEqual([false, false, false])
  expect(tries).toBe(1)
  release()
  await expect.poll(canWrite).toBe(true)
})

/** Mounts a file system of 24 MiB for PostgreSQL. Undefined if mounting is not allowed. */
const mountSmall = (): string | undefined => {
  if (serverUrl === '' || process.getuid?.() !== 0) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  onTestFinished(() => {
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true })
  })
  const postgres = Number(execFileSync('id', ['-u', 'postgres']))
  chownSync(folder, postgres, postgres)
  return folder
}

test('does not report a database with a full disk as ready until there is space again', async (context) => {
  const folder = mountSmall()
  if (folder === undefined) {
    context.skip('A file system of a few MiB can be mounted by root only, and PostgreSQL is needed.')
    return
  }
  const admin = new Client({ connectionString: serverUrl })
  await admin.connect()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create tablespace ${name} location '${folder}'`)
  await admin.query(`create database ${name} tablespace ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const { db, close } = await openPostgres(url.href, noCallbacks)
  const canWrite = canWriteTo(db)
  expect(await canWrite()).toBe(true)

  const { bavail, bsize } = statfsSync(folder)
  const filler = join(folder, 'filler')
  writeFileSync(filler, Buffer.alloc(bavail * bsize))
  expect(await canWrite()).toBe(false)
  rmSync(filler)
  expect(await canWrite()).toBe(true)

  await close()
  await admin.query(`drop database ${name}`)
  await admin.query(`drop tablespace ${name}`)
  await admin.end()
})
