import { createElement } from 'react'
import { expect, test } from 'vitest'
import { findCourse } from '../../config/courses.ts'
import type { ModuleState, ProgressState } from '../../learning/progress.ts'
import { progressIn } from '../../learning/testing/progress-in.ts'
import { markupIn } from '../../ui/testing/markup.ts'
import { CourseMeter } from './course-meter.tsx'

const course = findCourse('training')!
const unknown = 'Your progress will appear as soon as our server responds.'
const unsent = '1 module saved on this device, not sent yet'
const modulesDone = (count: number): [string, ModuleState][] =>
  course.modules.slice(0, count).map(({ id }) => [id, 'complete'])

/** The words of the meter, one for each element. */
const wordsFor = (progressState: ProgressState, states: [string, ModuleState][]): string[] => {
  const progress = progressIn(Object.fromEntries(states))
  const html = markupIn('en-GB', createElement(CourseMeter, { course, progress, progressState }))
  return [...html.matchAll(/<span[^>]*>(.*?)<\/span>/g)].map(([, words = '']) => words)
}

test.each([
  ['known', 0, ['0 of 7 modules complete']],
  ['known', 2, ['2 of 7 modules complete']],
  ['known', 7, ['7 of 7 modules complete']],
  ['reading', 0, []],
  ['reading', 2, []],
  ['unknown', 0, [unknown]],
  ['unknown', 2, [unknown]],
  // Complete on this device, so the server can add nothing.
  ['reading', 7, ['7 of 7 modules complete']],
  ['unknown', 7, ['7 of 7 modules complete']],
] as const)(
  'when progress on the server is %s, and %i modules are complete here, says: %j',
  (progressState, done, words) => {
    expect(wordsFor(progressState, modulesDone(done))).toEqual(words)
  },
)

test.each([
  ['known', ['3 of 7 modules complete', unsent]],
  ['reading', [unsent]],
  ['unknown', [unknown, unsent]],
] as const)('counts what is not sent also when progress on the server is %s', (progressState, words) => {
  const states: [string, ModuleState][] = [...modulesDone(2), [course.modules[2]!.id, 'waiting']]
  expect(wordsFor(progressState, states)).toEqual(words)
})
