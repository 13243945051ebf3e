import { createElement } from 'react'
import { expect, test } from 'vitest'
import { findCourse, type Course } from '../../config/courses.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { progressIn } from '../../learning/testing/progress-in.ts'
import { findLinks, markupIn } from '../../ui/testing/markup.ts'
import { CoursesScreen, chooseGreeting } from './courses-screen.tsx'
import type { ModuleProgress, ModuleState } from '../../learning/progress.ts'

const listModuleIds = (course: Course['id']) => findCourse(course)!.modules.map(({ id }) => id)
const texts = {
  training: { title: 'First steps', summary: 'About the first', modules: {} },
  football: { title: 'Games', summary: 'About the games', modules: {} },
}

const screenWith = (complete: readonly string[], certificate?: MessageId) =>
  markupIn(
    'en-GB',
    createElement(CoursesScreen, {
      firstName: 'Ana',
      texts,
      progress: progressIn(Object.fromEntries(complete.map((id) => [id, 'complete' as const]))),
      progressState: 'known',
      savedPositions: new Map(),
      certificates: new Map([['training' as const, certificate]]),
      drills: 'The drills',
    }),
  )
const everything = [...listModuleIds('training'), ...listModuleIds('football')]

test('begins with the module to continue with, then the drills, then the courses', () => {
  const html = screenWith(['training-1'])
  expect(findLinks(html)).toEqual([
    { href: '/en-GB/training/training-2?step=watch', text: 'Continue training-2' },
    { href: '/en-GB/training', text: 'First steps' },
    { href: '/en-GB/football', text: 'Games' },
  ])
  const order = ['training-2', 'The drills', '<progress'].map((text) => html.indexOf(text))
  expect(order).toEqual(order.toSorted((one, other) => one - other))
})

test('offers the next series once a course is finished, whose card has its certificate', () => {
  expect(findLinks(screenWith(listModuleIds('training'), 'courses.requestCertificate'))).toEqual([
    { href: '/en-GB/football/football-1?step=watch', text: 'Start football-1' },
    { href: '/en-GB/training', text: 'First steps' },
    { href: '/en-GB/training/certificate', text: 'Request certificate First steps' },
    { href: '/en-GB/training', text: 'Review First steps' },
    { href: '/en-GB/football', text: 'Games' },
  ])
})

test('celebrates what is complete with a certificate and a module to look at again', () => {
  const html = screenWith(everything, 'certificate.open')
  expect(html).toContain('You have completed both courses')
  expect(findLinks(html).slice(0, 2)).toEqual([
    { href: '/en-GB/training/certificate', text: 'Open the certificate First steps' },
    { href: '/en-GB/training/training-1?step=understand', text: 'Review: training-1' },
  ])
})

test('shows no link to a certificate that cannot be requested now', () => {
  expect(findLinks(screenWith(everything)).filter(({ href }) => href.includes('certificate'))).toEqual([])
})

const whole = (course: 'training' | 'football', state: ModuleState): Record<string, ModuleState> =>
  Object.fromEntries(findCourse(course)!.modules.map(({ id }) => [id, state]))
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
  const { message, next: course } = chooseGreeting(progressIn(states), 'known')
  expect([message, course?.id]).toEqual([greeting, next])
})

test.each(['reading', 'unknown'] as const)(
  'does not send a coach to a course that another device may have begun, while progress is %s',
  (progressState) => {
    expect(chooseGreeting(progressIn(training), progressState)).toEqual({ message: 'courses.welcomeDone' })
  },
)

test('does not tell a coach to start who may have begun on another device', () => {
  expect(chooseGreeting(progressIn({}), 'unknown')).toEqual({ message: 'courses.hello' })
})

test('welcomes back a coach who has answered a module, or watched part of it', () => {
  const opened = { state: 'started', finished: false, answered: false, watched: [], position: null } as const
  const first = (done: Partial<ModuleProgress>) => new Map([['training-1', { ...opened, ...done }]])
  expect(chooseGreeting(first({ answered: true }), 'known').message).toBe('courses.welcomeBack')
  expect(chooseGreeting(first({ watched: [[0, 9]] }), 'known').message).toBe('courses.welcomeBack')
})
