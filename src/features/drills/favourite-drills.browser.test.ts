import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { courses, findModule } from '../../config/courses.ts'
import { findLinks } from '../../ui/testing/markup.ts'
import { show } from '../../ui/testing/show.tsx'
import type { LibraryDrill } from './drill-filter.ts'
import { FavouriteDrills } from './favourite-drills.tsx'
import { drillWithoutLines } from './testing/drill-without-lines.ts'

const createDrill = (id: string): LibraryDrill => ({
  ...findModule(id)!,
  drill: { ...drillWithoutLines, name: `Drill of ${id}` },
})

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const start = (ids: readonly string[]) => {
  // In the space beside the content of a page.
  const style = { paddingInline: 'var(--edge)' }
  screen = show(
    'en-GB',
    createElement('div', { style }, createElement(FavouriteDrills, { drills: ids.map(createDrill) })),
  )
  return findLinks(screen.place.innerHTML)
}
const library = { href: '/en-GB/drills', text: 'All drills' }

test('shows nothing if no drill is saved, because the bar leads to all drills', () => {
  expect(start([])).toEqual([])
})

test('leads to the drill of each saved module', () => {
  expect(start(['training-2', 'football-3'])).toEqual([
    library,
    { href: '/en-GB/training/training-2?step=run', text: 'Drill of training-2' },
    { href: '/en-GB/football/football-3?step=run', text: 'Drill of football-3' },
  ])
})

test('scrolls a drill outside the screen into view when its link is focused', async () => {
  await page.viewport(360, 740)
  start(courses.flatMap(({ modules }) => modules.flatMap(({ id, kind }) => (kind === 'video' ? [id] : []))))
  expect(document.documentElement.scrollWidth).toBe(360)
  const last = screen!.find('li:last-child a')
  last.focus()
  await expect.poll(() => last.getBoundingClientRect().right).toBeLessThanOrEqual(360)
})
