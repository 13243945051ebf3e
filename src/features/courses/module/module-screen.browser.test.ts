import { createElement, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findCourse, type CourseModule } from '../../../config/courses.ts'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import { resultPosition, type ModulePosition } from '../../../learning/module-steps.ts'
import { show } from '../../../ui/testing/show.tsx'
import { ModuleScreen } from './module-screen.tsx'
import type { VideoFailure } from './use-video-failure.ts'

const t = translateIn('en-GB')
const course = findCourse('training')!
const [first, second, third] = course.modules
if (!first || !second || !third) throw new Error('The course has three modules and more.')

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const watch: ModulePosition = { step: 'watch', page: 1 }
const understand: ModulePosition = { step: 'understand', page: 1 }
const positions: ModulePosition[] = [
  watch,
  understand,
  { step: 'understand', page: 2 },
  { step: 'run', page: 1 },
  { step: 'check', page: 1 },
]

const open = (
  position: ModulePosition,
  {
    linkedModule,
    isAnswered = false,
    areAnswersRefused = false,
    isWatched = false,
    failure,
  }: {
    linkedModule?: CourseModule
    isAnswered?: boolean
    areAnswersRefused?: boolean
    isWatched?: boolean
    failure?: VideoFailure
  } = {},
) => {
  const parts = {
    download: 'Download',
    transcript: 'Transcript',
    lesson: 'Lesson',
    drill: 'Drill',
    survey: 'Survey',
  }
  const named = Object.fromEntries(
    Object.entries(parts).map(([key, text]) => [key, createElement('p', {}, text)]),
  )
  const film = { failure, onFailure: () => {} }
  const video = { ...film, scenes: [], onStart: () => {}, onWatched: () => {}, onPosition: () => {} }
  const syncChip = createElement('a', { href: '#outbox' }, chip)
  const device = { syncChip, startAt: undefined, isOffline: false, pageUrl: 'https://site.test/here' }
  const done = new Set<ModulePosition['step']>([
    ...(isAnswered ? (['check', 'reflect'] as const) : []),
    ...(isWatched ? (['watch'] as const) : []),
  ])
  const at = {
    course,
    module: first,
    texts: undefined,
    positions,
    minutes: 3,
    doneSteps: done,
    areAnswersRefused,
    linkedModule,
  }
  const Screen = () => {
    const [shown, setShown] = useState(position)
    return [
      createElement(ModuleScreen, {
        key: 'screen',
        ...at,
        position: shown,
        video,
        ...device,
        ...named,
      } as never),
      createElement('button', { key: 'go', onClick: () => setShown(understand) }, 'Go'),
    ]
  }
  screen = show('en-GB', createElement(Screen))
  return page
    .getByRole('link')
    .all()
    .map((link) => link.element().textContent)
}
const shown = () =>
  [...document.querySelectorAll('main p, div > p')]
    .filter((text) => text.checkVisibility() && /^[A-Z][a-z]+$/.test(text.textContent))
    .map(({ textContent }) => textContent)

const segments = (...steps: ('watch' | 'understand' | 'run' | 'check' | 'result')[]) =>
  steps.map((step) => t(`steps.${step}`))
const toCourse = t('courses.backToCourse')
const moduleOf = t('courses.moduleOf', { number: 1, count: course.modules.length })
const position = `${toCourse}: ${moduleOf}`
const toSecond = t('courses.nextModule', { title: second.id })
const bar = segments('watch', 'understand', 'run', 'check')
const chip = 'Saved'

test('links to the steps of a module, and onward to the next one', async () => {
  await page.viewport(360, 740)
  expect(open(watch)).toEqual([position, ...bar, chip, t('steps.nextStep', { step: t('steps.understand') })])
  const current = page.getByRole('link', { name: t('steps.watch') })
  expect(current.element().getAttribute('aria-current')).toBe('step')
  expect(current.element().getAttribute('href')).toMatch(/\/training-1\?step=watch$/)
})

// The answers arrive after the screen, when a press on a segment may have begun.
test.each([360, 1280])('at a width of %i px answers that arrive move no segment', async (width) => {
  await page.viewport(width, 740)
  const measure = () =>
    [...document.querySelectorAll('nav li')].map((segment) => segment.getBoundingClientRect().toJSON())
  open(watch)
  const before = measure()
  screen?.remove()
  open(watch, { isAnswered: true })
  expect(measure()).toEqual(before)
})

test('on a phone, one bar of at most 56 px stays at the top, and the title is small', async () => {
  await page.viewport(360, 740)
  open(understand)
  const bar = document.querySelector<HTMLElement>('nav')!.closest<HTMLElement>('[data-only=screen]')!
  const [back, step, chip] = ['a', 'nav a', '[href="#outbox"]'].map((one) => bar.querySelector(one)!)
  expect(bar.offsetHeight).toBeLessThanOrEqual(56)
  for (const link of [back!, step!, chip!]) expect(link.checkVisibility()).toBe(true)
  await expect.element(page.elementLocator(back!)).toHaveAccessibleName(position)
  expect(getComputedStyle(bar).position).toBe('sticky')
  const title = getComputedStyle(document.querySelector('h1')!)
  expect(parseFloat(title.fontSize)).toBeLessThanOrEqual(17)
  await page.viewport(1280, 800)
  expect(chip!.checkVisibility()).toBe(false)
})

test('on a phone, names the step above its film, and on a wide screen beside it', async () => {
  const getTop = (selector: string) => document.querySelector(selector)!.getBoundingClientRect().top
  await page.viewport(360, 740)
  open(watch)
  expect(getTop('h2')).toBeLessThan(getTop('video'))
  expect(getTop('h2')).toBeGreaterThan(getTop('h1'))
  await page.viewport(1280, 800)
  expect(Math.abs(getTop('h2') - getTop('video'))).toBeLessThan(20)
})

test('draws the mark of the result as a circle next to the last step', async () => {
  await page.viewport(360, 740)
  open(watch)
  const [last, result] = [...document.querySelectorAll('nav li')].slice(-2)
  const mark = result!.firstElementChild!
  const { width, height } = getComputedStyle(mark, '::before')
  expect([width, height]).toEqual(['12px', '12px'])
  expect(getComputedStyle(mark, '::before').justifySelf).toBe('start')
  expect(result!.getBoundingClientRect().left - last!.getBoundingClientRect().right).toBeLessThan(5)
})

test('hides the header of the shell on a phone only', async () => {
  open(understand)
  screen!.place.dataset['ownBar'] = 'true'
  const header = document.createElement('header')
  header.textContent = 'Header'
  screen!.place.prepend(header)
  await page.viewport(360, 740)
  expect(header.checkVisibility()).toBe(false)
  await page.viewport(1280, 800)
  expect(header.checkVisibility()).toBe(true)
  header.remove()
})

test('leads from a film that completes an answered module to its result', () => {
  expect(open(watch, { isAnswered: true }).at(-1)).toBe(t('steps.nextStep', { step: t('steps.understand') }))
  screen?.remove()
  expect(open(watch, { isAnswered: true, isWatched: true }).at(-1)).toBe(t('steps.toResult'))
})

test('the link onward is outlined until the film is watched, unless the film cannot be shown', () => {
  const getColour = (options?: Parameters<typeof open>[1]) => {
    open(watch, options)
    const { backgroundColor } = getComputedStyle([...document.querySelectorAll('a')].at(-1)!)
    screen?.remove()
    return backgroundColor
  }
  const full = getColour({ isWatched: true })
  expect(getColour()).not.toBe(full)
  expect(getColour({ failure: 'loading' })).toBe(full)
})

test('pauses a film that loses its room when a tablet is turned', async () => {
  await page.viewport(1280, 800)
  open(understand)
  const film = document.querySelector('video')!
  let pauses = 0
  film.pause = () => void (pauses += 1)
  Object.defineProperty(film, 'paused', { value: false })
  await page.viewport(768, 1024)
  await expect.poll(() => pauses).toBeGreaterThan(0)
})

test('leads from a card of the text to the next one, and shows its number', () => {
  expect(open(understand).at(-1)).toBe(t('steps.next'))
  const heading = page.getByRole('heading', { level: 2 }).element()
  expect(heading.textContent).toContain(t('steps.part', { page: 1, count: 2 }))
  expect(heading.textContent).toContain(t('steps.number', { step: 2, count: 4 }))
})

test.each([
  [watch, ['Download', 'Transcript']],
  [understand, ['Lesson']],
  [{ step: 'run', page: 1 }, ['Drill']],
  [{ step: 'check', page: 1 }, ['Survey']],
  [resultPosition, ['Survey']],
] as const)('shows only the step of %o', (position, parts) => {
  open(position)
  expect(shown()).toEqual(parts)
})

test('shows the text of a film that has failed above the download', () => {
  open(watch, { failure: 'loading' })
  expect(shown()).toEqual(['Transcript', 'Download'])
})

test('has the film after the heading of its step, also for a screen reader', () => {
  open(watch)
  const heading = page.getByRole('heading', { level: 2 }).element()
  const film = document.querySelector('video')!
  expect(heading.compareDocumentPosition(film)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('moves the focus to the heading of the next step, not to that of the first', async () => {
  await page.viewport(1280, 800)
  open(watch)
  const heading = page.getByRole('heading', { level: 2 })
  await expect.element(heading).not.toHaveFocus()
  await page.getByRole('button', { name: 'Go' }).click()
  await expect.element(heading).toHaveFocus()
})

test.each([
  [360, false],
  [1280, true],
])('at a width of %i px shows the film beside the other steps: %s', async (width, isShown) => {
  await page.viewport(width, 740)
  open(understand)
  expect(document.querySelector('video')?.checkVisibility()).toBe(isShown)
})

test('links the result of an answered module, its course and the next module', async () => {
  await page.viewport(360, 740)
  expect(open(resultPosition, { isAnswered: true })).toEqual([
    position,
    ...segments('watch', 'understand', 'run'),
    `✓ ${t('steps.check')}`,
    t('steps.result'),
    chip,
    toCourse,
    toSecond,
  ])
})

test('marks the questions whose answers were refused, and still links to the result', () => {
  const links = open(resultPosition, { isAnswered: true, areAnswersRefused: true })
  const refused = (step: 'check' | 'reflect') => `! ${t(`steps.${step}`)} (${t('courses.stateNeedsYou')})`
  expect(links.slice(4, 6)).toEqual([refused('check'), t('steps.result')])
})

test('shows no second link when the result leads to the next module', () => {
  expect(open(resultPosition, { linkedModule: second }).slice(-1)).toEqual([toCourse])
})

test('links the next module separately when the result leads to a skipped one', () => {
  expect(open(resultPosition, { linkedModule: third }).slice(-2)).toEqual([toCourse, toSecond])
})
