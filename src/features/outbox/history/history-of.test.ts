import { expect, test } from 'vitest'
import type { JournalRecord } from '../../../outbox/entry/journal.ts'
import type { StoredReceipt } from '../../../outbox/receipts/stored-receipt.ts'
import { historyOf } from './history-of.ts'

const record = (at: number, happened: JournalRecord['happened'], key: string): JournalRecord => ({
  at,
  happened,
  key,
  customer: 'coach-a',
  seq: 1,
  name: 'event.logged.v1',
})
const receiptFor = (key: string): StoredReceipt => ({
  customer: 'coach-a',
  seq: 1,
  name: 'event.logged.v1',
  capturedAt: 1,
  deliveredAt: 2,
  receipt: { key, hash: 'h', received_at: '', sequence: 7, key_id: 'k', signature: 's' },
})

test('lists each entry once, with all its events and its receipt', () => {
  const history = historyOf(
    [
      record(5, 'delivered', 'a'),
      record(4, 'removed', 'b'),
      record(3, 'captured', 'b'),
      record(1, 'captured', 'a'),
    ],
    [receiptFor('a')],
  )
  expect(
    history.map(({ key, records, receipt }) => [
      key,
      records.map(({ happened }) => happened),
      receipt !== undefined,
    ]),
  ).toEqual([
    ['a', ['delivered', 'captured'], true],
    ['b', ['removed', 'captured'], false],
  ])
})

test('shows from a receipt without journal records that and when the entry arrived', () => {
  const [known, forgotten] = historyOf([record(5, 'captured', 'a')], [receiptFor('b')])
  expect(known?.key).toBe('a')
  expect(forgotten?.records).toMatchObject([{ happened: 'delivered', at: 2, receipt: { sequence: 7 } }])
})
