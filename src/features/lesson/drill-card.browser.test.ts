import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { Drill } from '../../i18n/module-content.ts'
import { show } from '../../ui/testing/show.tsx'
import { DrillCard } from './drill-card.tsx'

const print = window.print.bind(window)
let screen: ReturnType<typeof show> | undefined
afterEach(() => {
  window.print = print
  screen?.remove()
})

const drill: Drill = {
  name: 'Open Circle',
  ages: [8, 17],
  players: [6, 14],
  minutes: 10,
  space: { length: 10, width: 10 },
  equipment: [{ count: 1, text: 'soft ball' }],
  setUp: ['Mark a circle.'],
  steps: ['Call a name.'],
  coachingPoints: ['The name comes first.'],
  easier: ['Roll the ball.'],
  harder: ['Add a ball.'],
  inclusive: ['Leave firm ground.'],
  safety: ['Walk at first.'],
}

test('the drill card goes on paper alone while it is printed, and is part of its page again afterwards', async () => {
  const papers = () => [...document.querySelectorAll('[data-paper]')].map(({ tagName }) => tagName)
  let printed: string[] = []
  window.print = () => {
    printed = papers()
  }
  screen = show('en-GB', createElement(DrillCard, { drill }))
  await expect.poll(() => document.querySelector('button')?.textContent).toBe('Print the drill card')
  expect(papers()).toEqual([])
  document.querySelector('button')?.click()
  expect(printed).toEqual(['ARTICLE'])
  dispatchEvent(new Event('afterprint'))
  await expect.poll(papers).toEqual([])
})
