import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../testing/show.tsx'
import { Button } from '../button.tsx'
import { ButtonRow } from './button-row.tsx'

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

/** The width of the row and of each of its buttons, in px. */
const widths = async (viewport: number, texts: readonly string[]) => {
  await page.viewport(viewport, 740)
  const buttons = texts.map((text) => createElement(Button, {}, text))
  screen = show('en-GB', createElement(ButtonRow, {}, ...buttons))
  const row = screen.find('div').getBoundingClientRect().width
  return { row, buttons: [...screen.place.querySelectorAll('button')].map(({ offsetWidth }) => offsetWidth) }
}

test('on a phone a button fills its row, and wide buttons get a row each', async () => {
  const { row, buttons } = await widths(360, ['How to install the app', 'Not now, thank you'])
  expect(buttons).toEqual([row, row])
})

test('on a phone two short buttons share a row', async () => {
  const { row, buttons } = await widths(360, ['Cancel', 'Move'])
  expect(buttons[0]! + buttons[1]! + 8).toBeCloseTo(row, 0)
})

test('on wider screens a button is as wide as its text', async () => {
  const { row, buttons } = await widths(800, ['Confirm'])
  expect(buttons[0]).toBeLessThan(row / 2)
})
