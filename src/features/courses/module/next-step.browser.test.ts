import { createElement } from 'react'
import type { ModuleStep } from '../../../learning/module-steps.ts'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findCourse } from '../../../config/courses.ts'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import type { ModuleProgress, Progress, ProgressState } from '../../../learning/progress.ts'
import { show } from '../../../ui/testing/show.tsx'
import { NextStep } from './next-step.tsx'

const t = translateIn('en-GB')
const course = findCourse('training')!
const [first] = course.modules
const extra = course.modules.at(-1)
if (first?.kind !== 'video' || extra?.kind !== 'extra')
  throw new Error('The course begins with a film and ends with a text.')

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const answered: ModuleProgress = {
  state: 'started',
  finished: false,
  answered: true,
  watched: [],
  position: null,
}
const complete: ModuleProgress = { ...answered, state: 'complete', finished: true }

const start = (
  module: typeof first | typeof extra,
  progress: Progress,
  isVideoUnavailable = false,
  progressState: ProgressState = 'known',
) => {
  const steps: ModuleStep[] = []
  screen = show('en-GB', [
    module.kind === 'video' && createElement('video', { key: 'film', controls: true }),
    createElement(NextStep, {
      key: 'step',
      course,
      module,
      progress,
      progressState,
      isVideoUnavailable,
      isNew: false,
      onCelebrated: () => undefined,
      onStep: async (step) => void steps.push(step),
    }),
  ])
  return steps
}
const button = () => page.getByRole('button')
/** The main button, which follows the rows. */
const mainButton = () => button().last()
const row = () => page.getByRole('listitem').getByRole('button')
const link = () => page.getByRole('link')
const heading = () => page.getByRole('heading', { level: 2 })

test('leads a coach who has answered but not watched to the film, not past it', async () => {
  const steps = start(first, new Map([[first.id, answered]]))
  await mainButton().click()
  expect(steps).toEqual(['watch'])
  const film = page.elementLocator(screen!.find('video'))
  await expect.element(film).toHaveFocus()
  await expect.element(film).toBeInViewport()
  await expect.element(mainButton()).toHaveTextContent(t('courses.leftVideo'))
  expect(link().all()).toEqual([])
})

test.each([
  { watched: [[0, 30]] as const, from: 30, text: t('courses.missing.video') },
  {
    watched: [
      [0, 4.2],
      [78.1, 80],
    ] as const,
    from: 4.2,
    text: t('courses.missing.skipped', { from: '0:04', to: '1:19' }),
  },
  {
    watched: [
      [0, 8],
      [31, 35],
      [71, 80],
    ] as const,
    from: 8,
    text: t('courses.missing.skippedOften', { from: '0:08' }),
  },
])('starts the film at the stopped or skipped position: $text', async ({ watched, from, text }) => {
  start(
    first,
    new Map([[first.id, { ...answered, watched: watched.map(([a, b]): [number, number] => [a, b]) }]]),
  )
  await expect.element(row()).toHaveTextContent(text)
  await mainButton().click()
  expect((screen!.find('video') as HTMLVideoElement).currentTime).toBeCloseTo(from)
})

test('leads a coach who has answered but not read to the start of the text', async () => {
  const steps = start(extra, new Map([[extra.id, answered]]))
  await expect.element(row()).toHaveTextContent(t('courses.missing.text'))
  await mainButton().click()
  expect(steps).toEqual(['understand'])
})

test('leads from a complete module to the next one, and from the last to the certificate', async () => {
  start(first, new Map([[first.id, complete]]))
  await expect.element(link()).toHaveTextContent(t('courses.goOnWith', { number: 2 }))
  await expect.element(heading()).toHaveTextContent(t('courses.moduleComplete'))
  expect(button().all()).toEqual([])
  screen?.remove()
  start(extra, new Map(course.modules.map(({ id }) => [id, complete])))
  await expect.element(link()).toHaveTextContent(t('certificate.toCertificate'))
  await expect.element(heading()).toHaveTextContent(t('courses.complete'))
})

test('leads nowhere else while answers need the coach', async () => {
  start(first, new Map([[first.id, { ...complete, state: 'needs-you' }]]))
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  expect([...button().all(), ...link().all()]).toEqual([])
})

test('skips a film that cannot be shown now, and leads to the next questions and to its page', async () => {
  const steps = start(first, new Map([[first.id, answered]]), true)
  await expect.element(row()).toHaveTextContent(t('courses.missing.away'))
  await expect.element(link()).toHaveTextContent(t('courses.goOnWith', { number: 2 }))
  await row().click()
  expect(steps).toEqual(['watch'])
})

test('leads to no other module when only unavailable films are left', async () => {
  start(first, new Map(course.modules.map(({ id }) => [id, answered])), true)
  await expect.element(button()).toHaveAccessibleName(t('courses.missing.away'))
  expect(link().all()).toEqual([])
})

test('counts no modules, and opens the next one, while progress on other devices is unknown', async () => {
  start(first, new Map([[first.id, complete]]), false, 'unknown')
  await expect.element(link()).toHaveTextContent('Open module 2')
  expect(screen!.place.textContent).toContain('Your progress will appear as soon as our server responds.')
  expect(screen!.place.textContent).not.toContain('modules complete')
})

test('says that the questions are missing, and leads to them, beside a film that is missing too', async () => {
  const steps = start(first, new Map([[first.id, { ...answered, answered: false }]]))
  await expect.element(page.getByRole('heading', { name: t('courses.toComplete') })).toBeVisible()
  const halves = page.getByRole('listitem')
  await expect.element(halves.first().getByRole('button')).toHaveTextContent(t('courses.missing.video'))
  await expect.element(halves.last().getByRole('button')).toHaveTextContent(t('courses.missing.questions'))
  expect([...link().all(), ...heading().all()]).toEqual([])
  await halves.last().getByRole('button').click()
  expect(steps).toEqual(['check'])
  await expect.element(mainButton()).toHaveTextContent(t('courses.leftVideo'))
})

test('names each half of an unfinished module, and what of it is done; what is missing is a row', async () => {
  const steps = start(first, new Map([[first.id, answered]]))
  await row().click()
  expect(steps).toEqual(['watch'])
  const halves = page.getByRole('listitem')
  await expect.element(row()).toHaveTextContent(t('courses.missing.video'))
  await expect.element(halves.last()).toHaveTextContent(t('courses.done.questions'))
  screen?.remove()
  start(extra, new Map([[extra.id, { ...answered, finished: true, answered: false }]]))
  await expect.element(halves.first()).toHaveTextContent(t('courses.done.text'))
  await expect.element(row()).toHaveTextContent(t('courses.missing.questions'))
})

test('calls answers that the server refused neither answered nor missing', () => {
  start(first, new Map([[first.id, { ...answered, state: 'needs-you', areAnswersRefused: true }]]))
  const half = page.getByRole('listitem').last().element()
  expect(half.textContent).toBe(t('courses.refused.questions'))
  expect(half.querySelector('svg')?.dataset).toMatchObject({ state: 'refused' })
})

test('offers one main button and a row for each half when film and questions are missing', async () => {
  const steps = start(first, new Map([[first.id, { ...answered, answered: false }]]))
  const rows = page.getByRole('listitem').getByRole('button')
  expect(rows.all().length).toBe(2)
  expect(button().all().length).toBe(3)
  await expect.element(mainButton()).toHaveAccessibleName(t('courses.leftVideo'))
  await expect.element(page.getByText(t('courses.anyOrder'))).toBeVisible()
  await expect.element(rows.last()).toHaveAccessibleName(t('courses.missing.questions'))
  await rows.last().click()
  await expect.element(rows.first()).toHaveAccessibleName(t('courses.missing.video'))
  await rows.first().click()
  expect(steps).toEqual(['check', 'watch'])
  await expect.element(page.elementLocator(screen!.find('video'))).toHaveFocus()
})

test('centres the mark of a half on the text of its row', () => {
  start(first, new Map([[first.id, { ...answered, answered: false }]]))
  const getMiddle = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return (top + bottom) / 2
  }
  for (const half of screen!.place.querySelectorAll('li')) {
    const text = half.querySelector('button > span')!
    expect(Math.abs(getMiddle(half.querySelector('svg')!) - getMiddle(text))).toBeLessThan(2)
  }
})

test('prints what is missing, although paper has no buttons', () => {
  start(first, new Map([[first.id, { ...answered, answered: false }]]))
  const printed = [...screen!.place.querySelectorAll('li > [data-only=paper]')]
  expect(printed.map(({ textContent }) => textContent)).toEqual([
    t('courses.missing.video'),
    t('courses.missing.questions'),
  ])
})

test('does not call questions missing while answers of another device are being read', async () => {
  start(first, new Map([[first.id, { ...complete, state: 'started', answered: false }]]), false, 'reading')
  // Their row has its place already, so that nothing moves when the answers are known.
  const questions = [...screen!.place.querySelectorAll('li')].at(-1)!
  expect(questions.textContent).toContain(t('courses.missing.questions'))
  expect(questions.checkVisibility({ visibilityProperty: true })).toBe(false)
  expect(button().all()).toEqual([])
})
