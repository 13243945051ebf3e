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
  keyPoints: ['Names first.'],
  transcript: [],
  checks: {},
}

test('marks a text as read once, when its end has been on screen', async () => {
  let ends = 0
  screen = show('en-GB', createElement(Lesson, { content, hasFilm: false, onEnd: () => (ends += 1) }))
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

const headings = (which: string) =>
  [...document.querySelectorAll(`${which} > summary`)].map(({ textContent }) => textContent)

const parts = ['Who stays outside', 'Words that help', 'Better left out', 'Key points']

test('on a phone folds the text beside a film under its headings, and prints all of it', async () => {
  await page.viewport(360, 740)
  screen = show('en-GB', createElement(Lesson, { content, hasFilm: true }))
  expect(headings('details:not([open])')).toEqual(parts)
  await page.getByRole('heading', { name: 'Who stays outside' }).click()
  await expect.element(page.getByText(/^Paragraph 59/)).toBeVisible()
  dispatchEvent(new Event('beforeprint'))
  expect(headings('details[open]')).toEqual(parts)
  dispatchEvent(new Event('afterprint'))
  expect(headings('details[open]')).toEqual(['Who stays outside'])
})

test.each([
  ['100%', 'manual'],
  ['200%', 'auto'],
])('on a phone with text of %s hyphenates words: %s', async (size, hyphens) => {
  await page.viewport(360, 740)
  document.documentElement.style.fontSize = size
  onTestFinished(() => void document.documentElement.style.removeProperty('font-size'))
  screen = show('en-GB', createElement(Lesson, { content, hasFilm: false }))
  const broken = ['h2', 'p', 'li'].map((one) => getComputedStyle(screen!.find(one)).hyphens)
  expect(broken).toEqual([hyphens, hyphens, hyphens])
})

test('opens a text without a film on a phone', async () => {
  await page.viewport(360, 740)
  screen = show('en-GB', createElement(Lesson, { content, hasFilm: false }))
  expect(headings('details[open]')).toEqual(['Who stays outside'])
})

test('folds no text on a wide screen', async () => {
  await page.viewport(1280, 800)
  screen = show('en-GB', createElement(Lesson, { content, hasFilm: true }))
  expect(document.querySelectorAll('h2, h3')).toHaveLength(parts.length)
  expect(document.querySelectorAll('details')).toHaveLength(0)
})
