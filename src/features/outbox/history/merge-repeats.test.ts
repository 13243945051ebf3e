import { expect, test } from 'vitest'
import type { JournalRecord } from '../../../outbox/entry/journal.ts'
import { mergeRepeats } from './merge-repeats.ts'

const record = (
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
    record(6, 'delivered'),
    record(5, 'delayed', 'no-answer'),
    record(4, 'delayed', 'no-answer', 'b'),
    record(3, 'delayed', 'no-answer'),
    record(2, 'delayed', 'server-failed'),
    record(1, 'captured'),
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
    record(3, 'delayed', 'no-answer'),
    record(2, 'retried'),
    record(1, 'delayed', 'no-answer'),
  ])
  expect(merged).toHaveLength(3)
})
