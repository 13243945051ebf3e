import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../ui/testing/show.tsx'
import { AppBar } from '../app-bar/app-bar.tsx'
import { Shell } from './shell.tsx'

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const open = (hasOwnBar = false) => {
  const props = {
    tone: 'plain',
    signedIn: true,
    syncChip: null,
    onSignOut: () => undefined,
    isBare: false,
    hasOwnBar,
    year: 2026,
    path: '/en-GB/',
    theme: { chosen: undefined, onChoose: () => undefined },
    social: {},
    banner: null,
    bottomBar: createElement(AppBar, { part: undefined, waiting: {} }),
    children: createElement('div', { style: { height: 3000 } }),
  } as const
  screen = show('en-GB', createElement(Shell, props))
}

/** px of the screen that header and bar cover in the middle of a long page. */
const measureCovered = async (width: number, height: number): Promise<number> => {
  await page.viewport(width, height)
  open()
  scrollTo({ top: 1500, behavior: 'instant' })
  const heights = ['header', 'nav[class*=bar]'].map((one) => {
    const { top, bottom } = screen!.find(one).getBoundingClientRect()
    return Math.max(0, Math.min(height, bottom) - Math.max(0, top))
  })
  return heights.reduce((sum, covered) => sum + covered)
}

test('on a phone keeps header and bar visible', async () => {
  expect(await measureCovered(360, 640)).toBeGreaterThan(100)
})

test('lets header and bar scroll away when the page is enlarged to 400%', async () => {
  expect(await measureCovered(320, 256)).toBe(0)
})

test.each([true, false])('marks a page whose own bar replaces the header on a phone: %s', (hasOwnBar) => {
  open(hasOwnBar)
  expect(screen!.place.querySelector('[data-own-bar] > header') !== null).toBe(hasOwnBar)
  expect(screen!.find('a[href="#main"]').checkVisibility()).toBe(true)
})
