import { createElement } from 'react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ModuleContent } from '../../i18n/module-content.ts'
import { show } from '../../ui/testing/show.tsx'
import { Lesson } from './lesson.tsx'

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const paragraphs = Array.from({ length: 60 }, (_, at) => `Paragraph ${at}, which is long enough for a line.`)
const content: ModuleContent = {
  aims: [],
  sections: [{ heading: 'Who stays outside', paragraphs }],
  say: ['Good that you came.'],
  avoid: ['You are late.'],
  keyPoints: paragraphs,
  transcript: [],
  checks: {},
}

test('marks a text as read once, when its end has been on screen', async () => {
  let ends = 0
  screen = show('en-GB', createElement(Lesson, { content, page: 3, onEnd: () => (ends += 1) }))
  await expect.poll(() => document.body.textContent).toContain('Paragraph 59')
  await new Promise(requestAnimationFrame)
  expect(ends).toBe(0)
  for (let times = 0; times < 2; times += 1) {
    scrollTo(0, document.documentElement.scrollHeight)
    await expect.poll(() => ends).toBe(1)
    scrollTo(0, 0)
    await new Promise(requestAnimationFrame)
  }
  expect(ends).toBe(1)
})

/** The headings of the cards after the first. */
const cards = ['Words that help', 'Better left out', 'Key points']
const headings = () =>
  [...document.querySelectorAll('h3')]
    .filter((heading) => heading.checkVisibility())
    .map(({ textContent }) => textContent)

test.each([
  [1, ['After this module you can…', 'Who stays outside']],
  [2, ['Words that help', 'Better left out']],
  [3, ['Key points']],
])('shows card %i: %o', (shownPage, shown) => {
  screen = show('en-GB', createElement(Lesson, { content, page: shownPage }))
  expect(headings()).toEqual(shown)
})

test('keeps the other cards for paper', () => {
  screen = show('en-GB', createElement(Lesson, { content, page: 1 }))
  const onPaper = [...document.querySelectorAll('[data-only="paper"] h3')]
  expect(onPaper.map(({ textContent }) => textContent)).toEqual(cards)
})

test('does not mark a text as read while another card is on screen', async () => {
  let ends = 0
  screen = show('en-GB', createElement(Lesson, { content, page: 1, onEnd: () => (ends += 1) }))
  scrollTo(0, document.documentElement.scrollHeight)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(ends).toBe(0)
})

test.each([
  ['100%', 'manual'],
  ['200%', 'auto'],
])('on a phone with text of %s hyphenates words: %s', async (size, hyphens) => {
  await page.viewport(360, 740)
  document.documentElement.style.fontSize = size
  onTestFinished(() => void document.documentElement.style.removeProperty('font-size'))
  screen = show('en-GB', createElement(Lesson, { content, page: 1 }))
  const broken = ['h3', 'p'].map((one) => getComputedStyle(screen!.find(one)).hyphens)
  expect(broken).toEqual([hyphens, hyphens])
})
