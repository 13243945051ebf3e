import { expect, test } from 'vitest'
import { findModule } from '../config/courses.ts'
import type { ModuleContent } from '../i18n/module-content.ts'
import {
  correctSearch,
  findPosition,
  findQuestionId,
  findQuestionPosition,
  listDoneSteps,
  listPositions,
  type ModulePosition,
} from './module-steps.ts'

const film = findModule('training-1')!.module
const text = findModule('training-extra')!.module
const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')

const content: ModuleContent = {
  aims: [],
  sections: [
    { heading: 'One', paragraphs: [words(200)] },
    { heading: 'Two', paragraphs: [words(338)] },
  ],
  say: ['Yes.'],
  avoid: [],
  keyPoints: ['No.'],
  transcript: [],
  checks: {},
}
const lines = ['a', 'b']
const drill = {
  name: 'Four goals',
  ages: [8, 17],
  players: [6, 12],
  minutes: 10,
  space: { length: 10, width: 10 },
  needs: ['wheelchair'],
  equipment: [],
  setUp: lines,
  steps: lines,
  coachingPoints: lines,
  easier: lines,
  harder: lines,
  inclusive: lines,
  safety: lines,
} satisfies ModuleContent['drill']

const written = (positions: readonly ModulePosition[]) =>
  positions.map(({ step, page }) => `${step} ${page}`).join(', ')

test('lists a page for the film, each card of the text, four for the drill, and one for each question', () => {
  expect(written(listPositions(film, { ...content, drill }))).toBe(
    'watch 1, understand 1, understand 2, understand 3, understand 4, run 1, run 2, run 3, run 4, ' +
      'check 1, check 2, check 3, reflect 1, reflect 2, reflect 3',
  )
})

test('lists no film and no drill for a module that is only read', () => {
  expect(written(listPositions(text, content))).toBe(
    'understand 1, understand 2, understand 3, understand 4, check 1, check 2, check 3, reflect 1, reflect 2',
  )
})

test.each([
  [{}, 'watch 1'],
  [{ step: 'check', page: 2 }, 'check 2'],
  [{ step: 'check', page: 9 }, 'check 1'],
  [{ step: 'result', page: 4 }, 'result 1'],
  // A module without a drill.
  [{ step: 'run' }, 'watch 1'],
] as const)('finds the position of the search params %o: %s', (search, position) => {
  expect(written([findPosition(listPositions(film, content), search)])).toBe(position)
})

test.each([
  [{ step: 'check', page: 99 }, { step: 'check' }],
  [{ step: 'run' }, { step: 'watch' }],
  [{ step: 'run', pitch: 2 }, { step: 'watch' }],
  [{ step: 'check', page: 2 }, undefined],
  [{ step: 'check', page: 1 }, undefined],
  [{ step: 'result' }, undefined],
] as const)('corrects the search params %o of a module without a drill to %o', (search, corrected) => {
  const positions = listPositions(film, content)
  expect(correctSearch(search, findPosition(positions, search), positions)).toEqual(corrected)
})

test('keeps pitch mode in a corrected address of a module with a drill', () => {
  const positions: ModulePosition[] = [{ step: 'run', page: 1 }]
  const search = { step: 'run', page: 9, pitch: 2 } as const
  expect(correctSearch(search, findPosition(positions, search), positions)).toEqual({ step: 'run', pitch: 2 })
})

test('finds each question at its position', () => {
  const ids = film.survey.map(({ id }) => id)
  expect(ids.map((id) => findQuestionId(film, findQuestionPosition(film, id)))).toEqual(ids)
  expect(findQuestionId(film, { step: 'watch', page: 1 })).toBeUndefined()
})

test.each([
  [film, { finished: true, answered: false }, [], ['watch']],
  [text, { finished: true, answered: true }, [], ['understand', 'check', 'reflect']],
  [film, { finished: false, answered: false }, [], []],
  // A complete module whose text and drill were not opened on this device.
  [film, { finished: true, answered: true }, [], ['watch', 'check', 'reflect']],
  [film, { finished: false, answered: false }, ['understand', 'run'], ['understand', 'run']],
  // Opening is not enough for the steps that the server records.
  [film, { finished: false, answered: false }, ['watch', 'check', 'reflect'], []],
  [text, { finished: false, answered: false }, ['understand'], []],
] as const)('lists the steps of %o with %o and %o opened as done', (module, progress, opened, steps) => {
  expect(listDoneSteps(module, progress, opened)).toEqual(steps)
})
