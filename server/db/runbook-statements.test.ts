import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { openTestDatabase, testDatabases } from '../testing/database/test-database.ts'

const text = ['docs/runbook.md', 'docs/restore-at-aws.md']
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')
const blocks = [...text.matchAll(/```sql\n(.*?)```/gs)].flatMap(([, block = '']) => block.split(';'))
const prose = text.replaceAll(/```.*?```/gs, '')
const inline = [...prose.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
const commands = [...text.matchAll(/--sql '(.*)'/g)].map(([, code = '']) => code)
const statements = [...blocks, ...inline, ...commands]
  .map((code) => code.trim().replaceAll(/\s+/g, ' '))
  .filter((code) => /^(?:select|insert|update|delete) /.test(code))

/** The types that the AWS Data API returns, by PostgreSQL oid. It rejects `name` and `interval`. */
const types = new Map([
  [16, 'boolean'],
  [20, 'bigint'],
  [23, 'integer'],
  [25, 'text'],
  [1009, 'text[]'],
  [1184, 'timestamp with time zone'],
])

/** A row of `receipt_keys` as another database returns it. */
const receiptKey = () => ({
  id: randomUUID(),
  public_key: 'public',
  private_key: 'private',
  created_at: '2026-11-24T18:35:14Z',
})

type Result = { fields: { name: string; dataTypeID: number }[] }

describe.each(testDatabases)('on %s', async (kind) => {
  const { db, close } = await openTestDatabase(kind)
  afterAll(close)

  test('the runbook has the statements that this file looks for', () => {
    expect(statements.length).toBeGreaterThan(13)
  })

  test.each(statements)('operators can run: %s', async (statement) => {
    const filled = statement
      .replaceAll('<id>', randomUUID())
      .replaceAll('<pid>', '0')
      .replaceAll('<row>', Buffer.from(JSON.stringify(receiptKey())).toString('hex'))
    const { fields } = (await db.execute(sql.raw(filled))) as Result
    const rejected = fields.filter(({ dataTypeID }) => !types.has(dataTypeID))
    expect(rejected).toEqual([])
  })
})
