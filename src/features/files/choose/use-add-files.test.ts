import { expect, test } from 'vitest'
import { fail, ok } from '../../../lib/result.ts'
import { createSelection } from './file-sources.tsx'
import { withChoice, withOutcomes } from './use-add-files.ts'

const chosen = (...names: string[]) => createSelection(names.map((name) => ({ file: new File(['x'], name) })))
const to = { level: 'private', folder: '' } as const
const taken = (id: string) => ok({ id, known: false })
const refused = fail({ name: 'b.mp4', refusal: 'unreadable' as const })

test('keeps the result of a choice when a slower earlier one reports later', () => {
  const [slow, quick] = [chosen('a.mp4'), chosen('b.mp4')]
  let choices = withChoice(withChoice([], slow, to), quick, to)
  choices = withOutcomes(choices, { selection: quick, start: 0 }, [refused])
  choices = withOutcomes(choices, { selection: slow, start: 0 }, [taken('1')])
  expect(choices.map(({ outcomes }) => outcomes)).toEqual([[taken('1')], [refused]])
})

test('drops a fully reported choice when the next one is made', () => {
  const [first, next] = [chosen('b.mp4'), chosen('c.mp4')]
  const heard = withOutcomes(withChoice([], first, to), { selection: first, start: 0 }, [refused])
  expect(withChoice(heard, next, to).map(({ selection }) => selection)).toEqual([next])
})

test('accepts batches of a choice in any order', () => {
  const selection = chosen('a.mp4', 'b.mp4', 'c.mp4')
  const some = withOutcomes(withChoice([], selection, to), { selection, start: 2 }, [taken('3')])
  const all = withOutcomes(some, { selection, start: 0 }, [taken('1'), refused])
  expect(all[0]?.outcomes).toEqual([taken('1'), refused, taken('3')])
})

test('keeps a file that no worker accepted when others are chosen', () => {
  const [first, next] = [chosen('b.mp4'), chosen('c.mp4')]
  const undelivered = fail({ name: 'b.mp4', refusal: 'broken' as const })
  const heard = withOutcomes(withChoice([], first, to), { selection: first, start: 0 }, [undelivered])
  expect(withChoice(heard, next, to).map(({ selection }) => selection)).toEqual([first, next])
})
