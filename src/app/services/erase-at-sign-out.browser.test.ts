import { expect, test } from 'vitest'
import { readJournalRow } from '../../outbox/entry/journal.ts'
import type { DeviceOutbox } from '../../outbox/outbox.ts'
import type { Browser } from '../../platform/create-browser.ts'
import { awaitResult, createDatabase } from '../../platform/storage/database.ts'
import { memoryKeyValues } from '../../platform/storage/testing/memory-key-values.ts'
import { createManifest } from '../../sync-log/create-manifest.ts'
import { createForgetCustomer } from './erase-at-sign-out.ts'

const device = '00000000-0000-4000-8000-000000000001'
const now = 60_000

test('forgets a customer on a shared phone, but not which numbers were deleted', async () => {
  const database = createDatabase(indexedDB)
  const record = { at: 1000, key: 'secret key', name: 'survey.answered.v2', subject: 'training-1', device }
  const rows = [
    { ...record, seq: 1, happened: 'captured', customer: 'ana' },
    { ...record, seq: 1, happened: 'delivered', customer: 'ana' },
    { ...record, seq: 2, happened: 'captured', customer: 'ana' },
    { ...record, seq: 2, happened: 'removed', customer: 'ana' },
    { ...record, seq: 3, happened: 'delivered', customer: 'bia' },
  ]
  await database.write(['journal'], async (transaction) => {
    for (const row of rows) await awaitResult(transaction.objectStore('journal').add(row))
  })
  const outbox = { forCustomer: () => ({ discard: async () => undefined }) } as unknown as DeviceOutbox
  const pool = 'CognitoIdentityServiceProvider.client'
  const stored = new Map([`${pool}.ana.deviceKey`, `${pool}.bia.deviceKey`].map((key) => [key, 'key']))
  const keyValues = (name: string) => memoryKeyValues(name === 'session' ? stored : undefined)
  const browser = { database, keyValues } as unknown as Browser
  await createForgetCustomer(browser, outbox)('ana')
  expect([...stored.keys()]).toEqual([`${pool}.bia.deviceKey`])

  const left = await database.read(['journal'], (transaction) =>
    awaitResult<unknown[]>(transaction.objectStore('journal').getAll()),
  )
  expect(JSON.stringify(left)).not.toMatch(/ana|secret key.*secret key/)
  const journal = left.flatMap((row) => readJournalRow(row) ?? [])
  expect(journal.map(({ seq, customer }) => [seq, customer])).toEqual([
    [2, ''],
    [3, 'bia'],
  ])
  const state = { entries: [], journal, highest: 3 } as unknown as Parameters<typeof createManifest>[0]
  expect(createManifest(state, { customer: 'bia', device, deleted: [], now }).sequences).toEqual({
    highest: 3,
    pending: [],
    discarded: [[2, 2]],
  })
})
