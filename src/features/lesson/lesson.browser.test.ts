import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
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

test('a text is read when its end has been on screen, not before, and once', async () => {
  let ends = 0
  screen = show('en-GB', createElement(Lesson, { content, onEnd: () => (ends += 1) }))
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
