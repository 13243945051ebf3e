import { expect, test } from 'vitest'
import type { Entry } from '../../outbox/entry/entry.ts'
import { groupEntries } from './entry-groups.tsx'

const entry = (key: string, name: string, payload: unknown) => ({ key, name, payload }) as Entry

test('groups the entries of a module, in the order of the first', () => {
  const answered = (video_id: string) => ({ video_id, answers: [{ question: 'q1', value: 'a' }] })
  const groups = groupEntries([
    entry('1', 'survey.answered.v2', answered('training-1')),
    entry('2', 'event.of-another-version', {}),
    entry('3', 'survey.answered.v2', answered('training-2')),
    entry('4', 'module.progressed.v2', { video_id: 'training-1', type: 'module', action: 'start' }),
    entry('5', 'event.of-another-version', {}),
    entry('6', 'impact.saved.v1', {}),
  ])
  expect(groups.map(({ id, entries }) => [id, entries.map(({ key }) => key)])).toEqual([
    ['training-1', ['1', '4']],
    ['event.of-another-version', ['2', '5']],
    ['training-2', ['3']],
    ['impact.saved.v1', ['6']],
  ])
})
