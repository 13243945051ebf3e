import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ModuleState, ProgressState } from '../../learning/progress.ts'
import { progressIn } from '../../learning/testing/progress-in.ts'
import { findLinks } from '../../ui/testing/markup.ts'
import { show } from '../../ui/testing/show.tsx'
import { CoursesScreen } from './courses-screen.tsx'

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
    createElement(CoursesScreen, {
      firstName: 'Ana',
      texts: {
        training: { title: 'First steps', summary: 'About the first', modules: {} },
        football: { title: 'Games', summary: 'About the games', modules: {} },
      },
      progress: progressIn(states),
      progressState,
      savedPositions: new Map(),
      certificates: new Map(),
      drills: null,
    }),
  )
  return { text: screen.place.textContent, links: findLinks(screen.place.innerHTML) }
}

test('shows the numbers and offers to start when progress is known', () => {
  const { text, links } = start('known')
  expect(text).toContain('0 of 7 modules complete')
  expect(text).not.toContain(unknown)
  expect(links.map((link) => link.text)).toEqual(['Start training-1', 'First steps', 'Games'])
})

test.each([
  ['reading', false],
  ['unknown', true],
] as const)('shows no numbers, and opens the courses, while progress is %s', (progressState, isSaid) => {
  const { text, links } = start(progressState)
  expect(text.includes(unknown)).toBe(isSaid)
  expect(text).not.toContain('modules complete')
  expect(screen?.place.querySelector('progress')).toBeNull()
  expect(screen?.find('section').textContent).not.toMatch(/\d\/7|minutes? left/)
  expect(links.map((link) => link.text)).toEqual(['Open module 1 training-1', 'First steps', 'Games'])
})

test('leads to the next module of what this device has begun while progress is unknown', () => {
  const { text, links } = start('unknown', { 'training-1': 'complete' })
  expect(text).not.toContain('1 of 7')
  expect(links.map((link) => link.text)).toEqual(['Open module 2 training-2', 'First steps', 'Games'])
})

test('leads to the outbox first if answers need the coach', () => {
  const { text, links } = start('known', { 'training-2': 'complete', 'football-3': 'needs-you' })
  expect(text).toContain('Needs attention')
  expect(links[0]).toEqual({ href: '/en-GB/outbox', text: 'Open the outbox' })
})

test.each([360, 1280])('moves nothing when progress becomes known at %i pixels', async (width) => {
  await page.viewport(width, 740)
  const tops = (progressState: ProgressState) => {
    start(progressState)
    return [...screen!.place.querySelectorAll('li, h2, a')].map((element) =>
      Math.round(element.getBoundingClientRect().top),
    )
  }
  expect(tops('reading')).toEqual(tops('known'))
})
