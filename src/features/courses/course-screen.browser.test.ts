import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findCourse } from '../../config/courses.ts'
import type { ModuleState, ProgressState } from '../../learning/progress.ts'
import { progressIn } from '../../learning/testing/progress-in.ts'
import { findLinks } from '../../ui/testing/markup.ts'
import { show } from '../../ui/testing/show.tsx'
import { CourseScreen } from './course-screen.tsx'

const course = findCourse('training')!
const unknown = 'Your progress will appear as soon as our server responds.'

let screen: ReturnType<typeof show> | undefined
const hide = () => {
  screen?.remove()
  screen = undefined
}
afterEach(hide)

const start = (progressState: ProgressState, states: Readonly<Record<string, ModuleState>> = {}) => {
  hide()
  screen = show(
    'en-GB',
    createElement(CourseScreen, {
      course,
      texts: { title: 'The course', summary: 'A summary', modules: {} },
      progress: progressIn(states),
      progressState,
      savedPositions: new Map(),
      downloaded: new Set<string>(),
      takeAlong: null,
    }),
  )
  return {
    text: screen.place.textContent,
    wayOn: findLinks(screen.place.innerHTML)[1],
    rows: [...screen.place.querySelectorAll('article')],
  }
}

test('shows the numbers and the first step when progress is known', () => {
  const { text, wayOn, rows } = start('known')
  expect(text).toContain('0 of 7 modules complete')
  expect(text).not.toContain(unknown)
  expect(wayOn).toEqual({ href: '/en-GB/training/training-1?step=watch', text: 'Start with module 1' })
  expect(rows).toHaveLength(7)
})

test.each([
  ['reading', false],
  ['unknown', true],
] as const)('claims nothing that is not done while progress is %s', (progressState, isSaid) => {
  const { text, wayOn } = start(progressState, { 'training-2': 'started' })
  expect(text.includes(unknown)).toBe(isSaid)
  for (const claim of ['modules complete', 'Started', 'Watch the video', 'Start with']) {
    expect(text).not.toContain(claim)
  }
  expect(screen?.place.querySelector('progress')).toBeNull()
  expect(wayOn).toEqual({ href: '/en-GB/training/training-1?step=watch', text: 'Open module 1' })
})

test('marks the module to begin or continue with', () => {
  const current = () => screen?.place.querySelector('[aria-current]')?.textContent
  start('unknown')
  expect(current()).toBeUndefined()
  start('known')
  expect(current()).toContain('training-1')
  expect(current()).not.toContain('Continue here')
  start('known', { 'training-1': 'complete' })
  expect(current()).toContain('Continue here')
  expect(current()).toContain('training-2')
})

test.each(['reading', 'unknown'] as const)(
  'marks what this device has completed while progress is %s',
  (progressState) => {
    const { text, wayOn, rows } = start(progressState, {
      'training-1': 'complete',
      'training-2': 'waiting',
      'training-3': 'needs-you',
    })
    const [first, second, third] = rows.map(({ textContent }) => textContent)
    expect(first).toContain('Complete')
    expect(second).toContain('Saved on this device')
    expect(third).toContain('Needs attention')
    expect(text).toContain('1 module saved on this device, not sent yet')
    expect(text).not.toContain('of 7')
    expect(wayOn).toEqual({ href: '/en-GB/training/training-3?step=result', text: 'Open module 3' })
  },
)

test.each(['reading', 'unknown'] as const)(
  'shows a course that this device has completed as complete while progress is %s',
  (progressState) => {
    const { text } = start(
      progressState,
      Object.fromEntries(course.modules.map(({ id }) => [id, 'complete' as const])),
    )
    expect(text).toContain('7 of 7 modules complete')
    expect(text).not.toContain(unknown)
  },
)

test.each([360, 1280])('moves nothing when progress becomes known at %i pixels', async (width) => {
  await page.viewport(width, 740)
  const tops = (progressState: ProgressState) => {
    start(progressState)
    return [...screen!.place.querySelectorAll('article, h2, section, a')].map((element) =>
      Math.round(element.getBoundingClientRect().top),
    )
  }
  expect(tops('reading')).toEqual(tops('known'))
})
