import { createElement, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findCourse } from '../../config/courses.ts'
import { show } from '../../ui/testing/show.tsx'
import { DrillsScreen } from './drills-screen.tsx'
import type { DrillFilter } from './filter-drills.ts'
import { drillWithoutLines } from './testing/drill-without-lines.ts'

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const course = findCourse('training')!
const drill = drillWithoutLines
const drills = [
  { course, module: course.modules[0]!, drill },
  {
    course,
    module: course.modules[1]!,
    drill: { ...drill, name: 'Four Goals', ages: [12, 17] as [number, number] },
  },
]

const open = () => {
  const Screen = () => {
    const [filter, onFilter] = useState<DrillFilter>({})
    const [favourites, setFavourites] = useState<string[]>([])
    return createElement(DrillsScreen, {
      drills,
      filter,
      onFilter,
      favourites,
      onFavourite: (id, isFavourite) => setFavourites(isFavourite ? [id] : []),
    })
  }
  screen = show('en-GB', createElement(Screen))
}
const names = () =>
  page
    .getByRole('heading', { level: 2 })
    .all()
    .map((heading) => heading.element().textContent)

test('links each drill to its card and to pitch mode', () => {
  open()
  expect(names()).toEqual(['Open Circle', 'Four Goals'])
  const links = page.getByRole('link').all().slice(0, 2)
  expect(links.map((link) => link.element().getAttribute('href'))).toEqual([
    expect.stringMatching(/\/training-1\?step=run$/),
    expect.stringMatching(/\/training-1\?step=run&pitch=1$/),
  ])
})

test('filters while the coach types, says how many are left, and what to do if none is', async () => {
  open()
  await page.getByLabelText('Search').fill('goals')
  await expect.element(page.getByText('1 drill')).toBeVisible()
  expect(names()).toEqual(['Four Goals'])
  await page.getByText('Filter by your group').click()
  await page.getByLabelText('Age of the group').fill('8')
  await expect.element(page.getByText('No drill with all of that')).toBeVisible()
})

test('marks a favourite, and shows only favourites', async () => {
  open()
  const star = page.getByRole('button', { name: 'Favourite: Four Goals' })
  await star.click()
  expect(star.element().getAttribute('aria-pressed')).toBe('true')
  await page.getByLabelText('Favourites only').click()
  await expect.poll(names).toEqual(['Four Goals'])
})

test('keeps the numbers open while one of them is replaced', async () => {
  open()
  await page.getByText('Filter by your group').click()
  const age = page.getByLabelText('Age of the group')
  await age.fill('8')
  await expect.element(page.getByText('1 drill')).toBeVisible()
  await age.fill('')
  await expect.element(page.getByText('2 drills')).toBeVisible()
  await expect.element(age).toBeVisible()
})
