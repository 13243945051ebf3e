import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../testing/database/test-database.ts'
import { customers, replacedAnswers } from '../../db/schema.ts'
import { readPages } from './my-data.ts'

test('keeps a page of the longest answers small: each slow client holds one in memory', async () => {
  const { db, close } = await openTestDatabase('PGlite')
  onTestFinished(close)
  const at = new Date()
  await db.insert(customers).values({ id: 'ana', country: 'BR', language: 'PT', createdAt: at })
  const answers = ['q1', 'q2'].map((question) => ({ question, value: '写'.repeat(4000) }))
  const row = { customerId: 'ana', moduleId: 'training-4', answers, answeredAt: at }
  const rows = Array.from({ length: 400 }, (_, sequence) => ({ ...row, sequence }))
  await db.insert(replacedAnswers).values(rows)
  const sizes: number[] = []
  for await (const page of readPages(db, { table: replacedAnswers, condition: undefined }))
    sizes.push(Buffer.byteLength(JSON.stringify(page)))
  expect(Math.max(...sizes)).toBeLessThan(8_000_000)
  expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(400 * 24_000)
})
