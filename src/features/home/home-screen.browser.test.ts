import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../ui/testing/show.tsx'
import { HomeScreen } from './home-screen.tsx'

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const boxesAt = async (viewport: number, selector: string) => {
  await page.viewport(viewport, 740)
  screen = show('pt-BR', createElement(HomeScreen, { signedIn: false }))
  return [...screen.place.querySelectorAll(selector)].map((element) => element.getBoundingClientRect())
}

test.each([
  [360, 1],
  [600, 1],
  [1024, 3],
  [1280, 3],
])('at %i px shows the three reasons in columns, as many as %i', async (viewport, columns) => {
  const reasons = await boxesAt(viewport, '[aria-labelledby=why] li')
  expect(new Set(reasons.map(({ left }) => left)).size).toBe(columns)
})

test('shows sign-in and sign-up in the same size on a phone', async () => {
  const [first, second] = await boxesAt(360, 'section:first-child a')
  expect(first?.width).toBe(360 - 2 * 16)
  expect([second?.width, second?.height]).toEqual([first?.width, first?.height])
})
