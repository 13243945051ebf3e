import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/pglite'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findBreaks, describeSchema } from '../testing/database/describe-schema.ts'
import { openTestDatabase } from '../testing/database/test-database.ts'
import { migrationsFolder, type OpenDatabase } from './database.ts'

/**
 * The previous release's server must run on this release's database. A migration therefore removes nothing
 * that it uses, and requires nothing new of it.
 */

/**
 * What migrations remove nevertheless, by migration name. `unusedSince` is a published release that neither
 * reads nor writes it. The next release may then remove it, because no running instance needs it.
 */
const contractSteps: Record<string, { breaks: string[]; unusedSince: string }> = {}

const journal: { entries: { tag: string }[] } = JSON.parse(
  readFileSync(`${migrationsFolder}/meta/_journal.json`, 'utf8'),
)
const tags = journal.entries.map(({ tag }) => tag)

const changes = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')

/** Whether the change log lists a release with its date. */
const isOut = (release: string): boolean =>
  changes.split('\n').some((line) => line.startsWith(`## ${release}, 2`))

test('every migration only adds, or removes what a published release no longer uses', async () => {
  const client = await PGlite.create()
  onTestFinished(() => client.close())
  const db = drizzle(client)
  const broken: Record<string, string[]> = {}
  for (const [at, { sql: statements }] of readMigrationFiles({ migrationsFolder }).entries()) {
    const before = await describeSchema(db)
    await client.exec(statements.join('\n'))
    const breaks = findBreaks(before, await describeSchema(db))
    if (breaks.length > 0) broken[tags[at] ?? ''] = breaks
  }
  const listed = Object.entries(contractSteps).map(([tag, { breaks }]) => [tag, breaks])
  expect(broken).toEqual(Object.fromEntries(listed))
  expect(Object.values(contractSteps).filter(({ unusedSince }) => !isOut(unusedSince))).toEqual([])
  expect((await describeSchema(db)).length).toBeGreaterThan(200)
})

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase('PGlite')
})
afterAll(() => database.close())

/** What a migration with this statement would break today. */
const tried = async (statement: string): Promise<string[]> => {
  const before = await describeSchema(database.db)
  let breaks: string[] = []
  const undone = new Error('Undone.')
  const trial = database.db.transaction(async (tx) => {
    await tx.execute(sql.raw(statement))
    breaks = findBreaks(before, await describeSchema(tx))
    throw undone
  })
  await expect(trial).rejects.toBe(undone)
  return breaks
}

describe('a migration breaks an older instance that', () => {
  test.each([
    ['drops a table', 'drop table "write_probe"'],
    ['renames a table', 'alter table "admins" rename to "rulers"'],
    ['drops a column', 'alter table "events" drop column "event_id"'],
    ['renames a column', 'alter table "events" rename column "event_id" to "event"'],
    ['has another type', 'alter table "events" alter column "event_id" type bigint'],
    ['asks for a value that was left out', 'alter table "customers" alter column "company" set not null'],
    ['lets a value be missing that never was', 'alter table "events" alter column "value" drop not null'],
    ['drops a default', 'alter table "devices" alter column "gaps" drop default'],
    ['asks for a new column', 'alter table "events" add column "planted" text not null'],
    ['makes a column unique', 'create unique index "planted" on "events" ("value")'],
    ['drops what on conflict names', 'alter table "certificates" drop constraint "certificates_once"'],
    ['checks values', 'alter table "events" add constraint "planted" check ("event_id" < 9)'],
    [
      'holds rows that are deleted',
      'create table "planted" ("customer_id" text references "customers" ("id"))',
    ],
    [
      'interferes with what is written',
      'create trigger "planted" before update on "events" for each row execute function suppress_redundant_updates_trigger()',
    ],
    ['drops a function', 'drop function "programme_facts_of"'],
  ])('%s', async (_what, statement) => {
    expect(await tried(statement)).not.toEqual([])
  })
})

test.each([
  ['a column that may be left out', 'alter table "events" add column "planted" text'],
  ['a column with a default', `alter table "events" add column "planted" text not null default ''`],
  [
    'a table whose rows go with their customer',
    'create table "planted" ("customer_id" text primary key references "customers" ("id") on delete cascade)',
  ],
  ['an index', 'create index "planted" on "events" ("value")'],
])('a migration may add %s', async (_what, statement) => {
  expect(await tried(statement)).toEqual([])
})
