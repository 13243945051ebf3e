import { expect, test } from 'vitest'
import type { Entry } from '../../outbox/entry/entry.ts'
import { listEntryLines } from './entry-text.ts'

const catalogue = {
  training: {
    title: 'Training',
    summary: '',
    modules: {
      'training-1': {
        title: 'One',
        summary: '',
        survey: { q1: { question: 'How many?', options: { a: 'One', b: 'Two' } }, q3: { question: 'Why?' } },
      },
    },
  },
}
const entry = (name: string, payload: unknown) => ({ name, payload }) as Entry

test('lists answers under their questions, in the page’s language', () => {
  const answers = [
    { question: 'q1', value: ['a', 'b'] },
    { question: 'q3', value: 'Because.' },
    { question: 'q9', value: 'new' },
  ]
  expect(listEntryLines(entry('survey.answered.v2', { video_id: 'training-1', answers }), catalogue)).toEqual(
    ['How many?: One, Two', 'Why?: Because.', 'q9: new'],
  )
})

test('shows an entry’s other content in readable form, even if this version cannot parse it', () => {
  expect(listEntryLines(entry('pitch.watered.v9', { a: { b: 1 }, c: 'x' }), {})).toEqual(['a.b: 1', 'c: x'])
})
