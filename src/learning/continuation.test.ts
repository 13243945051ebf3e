import { expect, test } from 'vitest'
import { courses, findModule, type Course } from '../config/courses.ts'
import { countMinutesLeft, findContinuation, findCurrentModule, findNextPosition } from './continuation.ts'
import type { ModuleProgress, ModuleState } from './progress.ts'
import type { SavedPosition } from './saved-position.ts'
import { progressIn } from './testing/progress-in.ts'

const [training, football] = courses as [Course, Course]
const all = (course: Course, state: ModuleState) =>
  Object.fromEntries(course.modules.map(({ id }): [string, ModuleState] => [id, state]))

const visited = (...ids: string[]) =>
  new Map(ids.map((id, index): [string, SavedPosition] => [id, { step: 'run', page: 1, at: index + 1 }]))

/** Progress in which some modules have a part, such as a film that was watched, and are not complete. */
const withParts = (states: Record<string, ModuleState>, ...ids: string[]) => {
  const half: ModuleProgress = {
    state: 'started',
    finished: true,
    answered: false,
    watched: [],
    position: null,
  }
  return new Map([...progressIn(states), ...ids.map((id) => [id, half] as const)])
}

test.each([
  ['has begun nothing', progressIn({}), visited(), 'training-1'],
  ['only looked into a module', progressIn({ 'football-1': 'started' }), visited('football-1'), 'training-1'],
  [
    'has completed two',
    progressIn({ 'training-1': 'complete', 'training-2': 'waiting' }),
    visited(),
    'training-3',
  ],
  [
    'is in the middle of a later module',
    withParts({}, 'training-1', 'training-4'),
    visited('training-1', 'training-4'),
    'training-4',
  ],
  [
    'is in both courses, and was last in the second',
    withParts({ 'training-1': 'complete' }, 'football-2'),
    visited('training-1', 'football-2'),
    'football-2',
  ],
  [
    'is in both courses, and was last in the first',
    withParts({ 'training-1': 'complete' }, 'football-2'),
    visited('football-2', 'training-1'),
    'training-2',
  ],
  [
    'used a drill of a course that they have not begun',
    progressIn({ 'training-1': 'complete' }),
    visited('training-1', 'football-3'),
    'training-2',
  ],
  [
    'has answers that were refused',
    withParts({ 'training-5': 'needs-you' }, 'football-2'),
    visited('football-2'),
    'training-5',
  ],
  [
    'has completed one course',
    progressIn(all(training, 'complete')),
    visited('training-extra'),
    'football-1',
  ],
  ['has completed the second course', progressIn(all(football, 'waiting')), visited(), 'training-1'],
] as const)('a coach who %s continues with the right module', (_, progress, savedPositions, expected) => {
  expect(findContinuation(progress, savedPositions)?.module.id).toBe(expected)
})

test('nothing is left for a coach who has completed all courses', () => {
  const progress = progressIn({ ...all(training, 'complete'), ...all(football, 'complete') })
  expect(findContinuation(progress, visited('training-1'))).toBeUndefined()
  expect(findCurrentModule(training, progress, visited('training-1'))).toBeUndefined()
})

const film = findModule('training-1')!.module
const text = findModule('training-extra')!.module
const minutes = { watch: 1, understand: 4, run: 1, check: 1, reflect: 2 }
const textMinutes = { understand: 5, check: 1, reflect: 1 }
const part = (finished: boolean, answered: boolean): ModuleProgress => ({
  state: 'started',
  finished,
  answered,
  watched: [],
  position: null,
})

test.each([
  [film, 'no progress', undefined, undefined, { step: 'watch', page: 1 }, 9],
  [
    film,
    'a page of the text',
    part(true, false),
    { step: 'understand', page: 3 },
    { step: 'understand', page: 3 },
    8,
  ],
  [
    film,
    'a film that was watched to its end',
    part(true, false),
    { step: 'watch', page: 1 },
    { step: 'understand', page: 1 },
    8,
  ],
  [
    film,
    'a question, without the film',
    part(false, false),
    { step: 'check', page: 2 },
    { step: 'check', page: 2 },
    4,
  ],
  [
    film,
    'a result that lacks the film',
    part(false, true),
    { step: 'result', page: 1 },
    { step: 'watch', page: 1 },
    6,
  ],
  [
    film,
    'a result that lacks the answers',
    part(true, false),
    { step: 'result', page: 1 },
    { step: 'check', page: 1 },
    3,
  ],
  [
    film,
    'a film that was watched on another device',
    part(true, false),
    undefined,
    { step: 'understand', page: 1 },
    8,
  ],
  [text, 'no progress', undefined, undefined, { step: 'understand', page: 1 }, 7],
  [
    text,
    'a text that was read',
    part(true, false),
    { step: 'understand', page: 4 },
    { step: 'check', page: 1 },
    2,
  ],
] as const)(
  'in a module (%#), a coach who left %s continues there',
  (module, _, progress, saved, position, left) => {
    const ofModule = module === film ? minutes : textMinutes
    expect(findNextPosition(module, ofModule, progress, saved)).toEqual(position)
    expect(countMinutesLeft(module, ofModule, progress, position)).toBe(left)
  },
)

test('a module whose texts are not loaded opens at its beginning, without minutes', () => {
  expect(findNextPosition(film, undefined, undefined, undefined)).toEqual({ step: 'watch', page: 1 })
  expect(countMinutesLeft(film, undefined, undefined, { step: 'watch', page: 1 })).toBe(0)
})
