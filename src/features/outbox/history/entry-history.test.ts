import { expect, test } from 'vitest'
import type { JournalRecord } from '../../../outbox/entry/journal.ts'
import type { StoredReceipt } from '../../../outbox/receipts/stored-receipt.ts'
import { groupHistory, toEntryHistory, mergeRepeats, type EntryHistory } from './entry-history.ts'

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
  const history = toEntryHistory(
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
  const [known, forgotten] = toEntryHistory([record(5, 'captured', 'a')], [receiptFor('b')])
  expect(known?.key).toBe('a')
  expect(forgotten?.records).toMatchObject([{ happened: 'delivered', at: 2, receipt: { sequence: 7 } }])
})

const minute = 60_000
const entry = (
  key: string,
  minutes: number,
  {
    happened = 'delivered',
    ...about
  }: Partial<Pick<JournalRecord, 'happened' | 'subject' | 'name' | 'code'>>,
): EntryHistory => ({
  key,
  records: [
    {
      at: minutes * minute,
      happened,
      key,
      customer: 'coach-a',
      seq: 1,
      name: 'survey.answered.v2',
      times: 1,
      ...about,
    },
  ],
})

test('groups a module’s events of one time, even with another module’s in between', () => {
  const groups = groupHistory([
    entry('f', 31, { subject: 'training-1' }),
    entry('e', 30, { subject: 'training-2' }),
    entry('d', 29, { subject: 'training-1', name: 'module.watched.v1' }),
    entry('c', 28, { subject: 'training-1', happened: 'refused' }),
    entry('b', 3, { subject: 'training-1' }),
  ])
  expect(groups.map(({ entries }) => entries.map(({ key }) => key))).toEqual([
    ['f', 'd'],
    ['e'],
    ['c'],
    ['b'],
  ])
})

test('groups events without a module by kind', () => {
  const groups = groupHistory([
    entry('c', 2, { name: 'impact.saved.v1' }),
    entry('b', 1, { name: 'fields.saved.v1' }),
    entry('a', 0, { name: 'impact.saved.v1' }),
  ])
  expect(groups.map(({ entries }) => entries.map(({ key }) => key))).toEqual([['c', 'a'], ['b']])
})

test('separates refusals with different reasons', () => {
  const about = { subject: 'training-1', happened: 'refused' } as const
  const groups = groupHistory([
    entry('b', 2, { ...about, code: 'invalid-body' }),
    entry('a', 1, { ...about, code: 'too-large' }),
  ])
  expect(groups).toHaveLength(2)
})

const attempt = (
  at: number,
  happened: JournalRecord['happened'],
  code?: string,
  key = 'a',
): JournalRecord => ({
  at,
  happened,
  key,
  customer: 'coach-a',
  seq: 1,
  name: 'event.logged.v1',
  ...(code !== undefined && { code }),
})

test('merges an entry’s repeated failures, with the last time, even if other entries were tried in between', () => {
  const merged = mergeRepeats([
    attempt(6, 'delivered'),
    attempt(5, 'delayed', 'no-answer'),
    attempt(4, 'delayed', 'no-answer', 'b'),
    attempt(3, 'delayed', 'no-answer'),
    attempt(2, 'delayed', 'server-failed'),
    attempt(1, 'captured'),
  ])
  expect(merged.map(({ at, times }) => [at, times])).toEqual([
    [6, 1],
    [5, 2],
    [4, 1],
    [2, 1],
    [1, 1],
  ])
})

test('does not merge failures across another event, so a manual retry shows its result', () => {
  const merged = mergeRepeats([
    attempt(3, 'delayed', 'no-answer'),
    attempt(2, 'retried'),
    attempt(1, 'delayed', 'no-answer'),
  ])
  expect(merged).toHaveLength(3)
})
