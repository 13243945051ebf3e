import { expect, test } from 'vitest'
import { courseOf } from '../../config/courses.ts'
import type { ModuleProgress, ModuleState } from '../../learning/progress.ts'
import { progressIn } from '../../learning/testing/progress-in.ts'
import { greetingFor } from './greeting-for.ts'

const whole = (course: 'training' | 'football', state: ModuleState): Record<string, ModuleState> =>
  Object.fromEntries(courseOf(course)!.modules.map(({ id }) => [id, state]))
const training = whole('training', 'complete')
const football = whole('football', 'complete')

test.each([
  ['nothing is known', {}, 'courses.welcome', undefined],
  ['a module was only opened', { 'training-1': 'started' }, 'courses.welcome', undefined],
  ['a module is complete', { 'training-1': 'complete' }, 'courses.welcomeBack', undefined],
  [
    'one course is complete, and the other begun',
    { ...training, 'football-1': 'complete' },
    'courses.welcomeBack',
    undefined,
  ],
  [
    'all but one module is complete',
    { ...training, 'training-1': 'needs-you' },
    'courses.welcomeBack',
    undefined,
  ],
  ['one course is complete, and the other not begun', training, 'courses.welcomeNext', 'football'],
  ['one is complete, and not sent yet', whole('football', 'waiting'), 'courses.welcomeNext', 'training'],
  ['both are complete', { ...training, ...football }, 'courses.welcomeDone', undefined],
] as const)('greets the coach accordingly when %s', (_where, states, greeting, next) => {
  const { message, next: course } = greetingFor(progressIn(states))
  expect([message, course?.id]).toEqual([greeting, next])
})

test('welcomes back a coach who has answered a module, or watched part of it', () => {
  const opened = { state: 'started', finished: false, answered: false, watched: [], position: null } as const
  const first = (done: Partial<ModuleProgress>) => new Map([['training-1', { ...opened, ...done }]])
  expect(greetingFor(first({ answered: true })).message).toBe('courses.welcomeBack')
  expect(greetingFor(first({ watched: [[0, 9]] })).message).toBe('courses.welcomeBack')
})
