import { afterAll, beforeAll, expect, test } from 'vitest'
import { customers } from '../../db/schema.ts'
import { startTestApp, type TestApp } from '../start-test-app.ts'
import { nextTransaction } from './next-transaction.ts'

let api: TestApp
beforeAll(async () => {
  api = await startTestApp()
  await api.client().signIn()
})
afterAll(() => api.stop())

test('does not change for reads, but for a write that adds no row', async () => {
  const { db } = api.database
  const before = await nextTransaction(db)
  await db.select().from(customers)
  expect(await nextTransaction(db)).toBe(before)
  await db.update(customers).set({ language: 'en' })
  expect(await nextTransaction(db)).not.toBe(before)
})
