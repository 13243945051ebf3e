import { expect, test } from 'vitest'
import type { JournalRecord } from '../../../outbox/entry/journal.ts'
import { groupHistory } from './group-history.ts'
import type { EntryHistory } from './history-of.ts'

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
