import { createElement, type ComponentProps } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findCourse } from '../../../../config/courses.ts'
import type { LocaleCode } from '../../../../config/locales.ts'
import { translateIn } from '../../../../i18n/testing/i18n-in.ts'
import { show } from '../../../../ui/testing/show.tsx'
import { VideoPlayer } from './video-player.tsx'

const [module] = findCourse('training')!.modules
if (module?.kind !== 'video') throw new Error('The first module has a video.')
const { video: film } = module
const t = translateIn('en-GB')

/** The sentences of the film's captions, scene by scene. */
const sentences = [
  ['Open Circle: a name game in which the circle grows.'],
  [
    '6 players, each beside a cone.',
    'The circle is 10 steps from side to side.',
    'One ball is enough to begin with.',
  ],
  [
    '1 look across the circle, then the name.',
    'Whoever hears their name puts a hand up.',
    'Only then does the ball go. Name first, pass second.',
  ],
  [
    'Somebody new arrives.',
    'The 2 nearest players step aside.',
    'The circle opens, and now there are 7.',
    'The very next pass goes to the newcomer.',
  ],
  [
    'Count down from 3, and everyone crosses over.',
    'Walk at first, without touching anybody.',
    'New neighbours, same names.',
  ],
  [
    'Easier: the ball rolls along the ground.',
    'Harder: 2 balls, two names at once.',
    'Everybody plays the same version.',
  ],
  ['At the end, all come together in the middle.', 'Say the name of anyone who is missing today.'],
]
const titles = ['Open Circle', '6 players', '3 steps', '6 → 7 players', 'Swap!', 'Easier · Harder', 'Close']
const scenes = sentences.map((lines, index) => ({ onScreen: titles[index] ?? '', lines }))

let screen: ReturnType<typeof show> | undefined
const remove = () => {
  screen?.remove()
  screen = undefined
}
afterEach(async () => {
  remove()
  localStorage.clear()
  await page.viewport(414, 896)
})

const open = async (
  props: Partial<ComponentProps<typeof VideoPlayer>> = {},
  locale: LocaleCode = 'en-GB',
) => {
  const shown = show(
    locale,
    createElement(VideoPlayer, {
      film,
      sources: film.sources,
      title: 'A circle that opens',
      scenes,
      onSourceError: () => {},
      videoProps: {},
      ...props,
    }),
  )
  screen = shown
  const element = shown.find('video') as HTMLVideoElement
  // A browser plays a video without a tap only when it is muted.
  element.muted = true
  await expect.poll(() => element.readyState).toBeGreaterThan(0)
  await expect.poll(() => element.textTracks[0]?.cues?.length).toBe(19)
  return { element, shown }
}

const caption = (text: string) => page.getByText(text, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const slider = () => page.getByRole('slider')

/** The visible caption, or undefined. */
const findShownCaption = () =>
  [...document.querySelectorAll<HTMLElement>('[data-size] > p')].find(
    (text) => getComputedStyle(text).visibility === 'visible',
  )

test.each([360, 1280])('shows the caption below the picture, in at least 16 px, at %i px', async (width) => {
  await page.viewport(width, 740)
  const { element } = await open()
  element.currentTime = 10.5
  await expect.element(caption('The circle is 10 steps from side to side.')).toBeVisible()
  const shown = findShownCaption()!
  expect(parseFloat(getComputedStyle(shown).fontSize)).toBeGreaterThanOrEqual(16)
  expect(shown.getBoundingClientRect().top).toBeGreaterThanOrEqual(element.getBoundingClientRect().bottom)
  expect(element.textTracks[0]?.mode).toBe('hidden')
})

test('nothing moves when the caption changes', async () => {
  await page.viewport(360, 740)
  const { element, shown } = await open()
  const heights = new Set<number>()
  for (const seconds of [0.1, 1, 28, 33.5, 46]) {
    element.currentTime = seconds
    await expect.poll(() => element.seeking).toBe(false)
    heights.add(shown.place.getBoundingClientRect().height)
  }
  expect(heights.size).toBe(1)
})

test('remembers on the device whether captions are shown, their size and the speed', async () => {
  const { element } = await open()
  element.currentTime = 1
  await expect.poll(findShownCaption).toBeDefined()
  await button(t('player.settings')).click()
  await page.getByText(t('player.sizes.largest')).click()
  await page.getByText('1.5×').click()
  expect(getComputedStyle(findShownCaption()!).fontSize).toBe('24px')
  expect(element.playbackRate).toBe(1.5)
  remove()

  const again = await open()
  again.element.currentTime = 1
  await expect.poll(findShownCaption).toBeDefined()
  expect(getComputedStyle(findShownCaption()!).fontSize).toBe('24px')
  expect(again.element.playbackRate).toBe(1.5)
  await button(t('courses.captions')).click()
  expect(findShownCaption()).toBeUndefined()
  remove()

  await open()
  await expect.element(button(t('courses.captions'))).toHaveAttribute('aria-pressed', 'false')
  expect(findShownCaption()).toBeUndefined()
})

test('ignores stored values that it does not know, and keeps the others', async () => {
  localStorage.setItem('player', JSON.stringify({ captionSize: 'tiny', speed: 1.25, captions: 'no' }))
  const { element } = await open()
  element.currentTime = 1
  await expect.poll(findShownCaption).toBeDefined()
  expect(getComputedStyle(findShownCaption()!).fontSize).toBe('17px')
  expect(element.playbackRate).toBe(1.25)
})

test('leads to the chapters of the film, and marks the current one', async () => {
  const { element } = await open()
  await button(t('player.chapters')).click()
  const chapter = page.getByRole('button', { name: /6 → 7 players/ })
  await expect.element(page.getByText('0:33', { exact: true })).toBeVisible()
  await chapter.click()
  await expect.poll(() => element.currentTime).toBeCloseTo(33.4, 1)
  await expect.element(chapter).toHaveAttribute('aria-current', 'true')
  await expect.element(caption('Somebody new arrives.')).toBeVisible()
  expect(page.getByRole('listitem').all()).toHaveLength(scenes.length)
})

test('offers no chapters if the captions are not the sentences of the scenes', async () => {
  await open({ scenes: scenes.slice(1) })
  await expect.element(button(t('player.chapters'))).not.toBeInTheDocument()
})

test.each([
  ['en-GB', '1 minute 5 seconds of 1 minute 20 seconds', '1 second of 1 minute 20 seconds'],
  ['pt-BR', '1 minuto 5 segundos de 1 minuto 20 segundos', '1 segundo de 1 minuto 20 segundos'],
  ['es-AR', '1 minuto 5 segundos de 1 minuto 20 segundos', '1 segundo de 1 minuto 20 segundos'],
] as const)('the slider says its position in words in %s', async (locale, later, early) => {
  const { element } = await open({}, locale)
  element.currentTime = 65
  await expect.element(slider()).toHaveAttribute('aria-valuetext', later)
  element.currentTime = 1
  await expect.element(slider()).toHaveAttribute('aria-valuetext', early)
})

test('the slider moves the film, with the mouse and with keys', async () => {
  await page.viewport(360, 740)
  const { element } = await open()
  const { width } = slider().element().getBoundingClientRect()
  await slider().click({ position: { x: width / 2, y: 20 } })
  await expect.poll(() => element.currentTime).toBeCloseTo(film.duration / 2, 0)
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => element.currentTime).toBeCloseTo(film.duration / 2 + 5, 0)
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => element.currentTime).toBeCloseTo(film.duration / 2, 0)
  await userEvent.keyboard('{Home}')
  await expect.poll(() => element.currentTime).toBe(0)
})

test('the slider follows a film that returns to where the slider was dragged from', async () => {
  const { element } = await open()
  element.currentTime = 1
  await expect.element(slider()).toHaveValue('1')
  await slider().fill('40')
  await expect.poll(() => element.currentTime).toBe(40)
  element.currentTime = 41
  await expect.element(slider()).toHaveValue('41')
  element.currentTime = 1
  await expect.element(slider()).toHaveValue('1')
})

test('plays, pauses and moves with keys, wherever the focus is in the player', async () => {
  const { element } = await open()
  for (const control of [element, slider().element() as HTMLElement]) {
    control.focus()
    await userEvent.keyboard(' ')
    await expect.poll(() => element.paused).toBe(false)
    await userEvent.keyboard('k')
    await expect.poll(() => element.paused).toBe(true)
  }
  element.currentTime = 20
  ;(button(t('player.play')).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(() => element.currentTime).toBe(15)
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.poll(() => element.currentTime).toBe(25)
})

test('arrow keys choose in the settings, and do not move the film', async () => {
  const { element } = await open()
  await button(t('player.settings')).click()
  await page.getByText('1×', { exact: true }).click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => element.playbackRate).toBe(1.25)
  expect(element.currentTime).toBe(0)
})

test('plays with a tap, goes back ten seconds, and offers to watch again at the end', async () => {
  const { element } = await open()
  await button(t('player.play')).click()
  await expect.poll(() => element.paused).toBe(false)
  await page.elementLocator(element).click()
  await expect.poll(() => element.paused).toBe(true)
  element.currentTime = 30
  await button(t('player.back')).click()
  await expect.poll(() => element.currentTime).toBe(20)
  element.currentTime = film.duration - 0.5
  await button(t('player.play')).click()
  await expect.element(page.getByText(t('player.ended'))).toBeVisible()
  await button(t('player.again')).click()
  await expect.poll(() => element.ended).toBe(false)
  expect(element.currentTime).toBeLessThan(film.duration / 2)
})

test('shows where the film is, and that it has no sound', async () => {
  const { element } = await open()
  element.currentTime = 65
  await expect.element(page.getByText('1:05 / 1:20')).toBeVisible()
  await expect.element(page.getByText(t('player.noSound'))).toBeVisible()
})

test('shows the player with its captions in full screen', async () => {
  const { element } = await open()
  await button(t('player.fullScreen')).click()
  await expect.poll(() => document.fullscreenElement?.contains(element)).toBe(true)
  element.currentTime = 1
  await expect.poll(findShownCaption).toBeDefined()
  expect(document.fullscreenElement?.contains(findShownCaption()!)).toBe(true)
  await button(t('player.leaveFullScreen')).click()
  await expect.poll(() => document.fullscreenElement).toBeNull()
})

test.each([
  ['en-GB', 360, '100%', 46],
  ['es-MX', 360, '100%', 46],
  ['en-GB', 320, '200%', 92],
  ['es-MX', 320, '200%', 92],
] as const)('in %s, at %i px and %s text, every control fits and is large enough', async (...row) => {
  const [locale, width, textSize, least] = row
  await page.viewport(width, 740)
  document.documentElement.style.fontSize = textSize
  try {
    const { shown } = await open({}, locale)
    for (const panel of shown.place.querySelectorAll<HTMLElement>('[aria-expanded]')) {
      await page.elementLocator(panel).click()
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
      for (const control of shown.place.querySelectorAll('button, [type=range]')) {
        const { height, left, right } = control.getBoundingClientRect()
        expect(height, control.outerHTML).toBeGreaterThanOrEqual(least)
        expect(left).toBeGreaterThanOrEqual(0)
        expect(right).toBeLessThanOrEqual(width)
      }
    }
  } finally {
    document.documentElement.style.fontSize = ''
  }
})
