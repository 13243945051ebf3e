import { createElement, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findCourse } from '../../config/courses.ts'
import { show } from '../../ui/testing/show.tsx'
import '../../ui/styles/typeface.css'
import type { DrillFilter, LibraryDrill } from './drill-filter.ts'
import { DrillsScreen } from './drills-screen.tsx'
import { drillWithoutLines } from './testing/drill-without-lines.ts'

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const course = findCourse('training')!
const drill = drillWithoutLines
const drills: LibraryDrill[] = [
  {
    course,
    module: course.modules[0]!,
    drill: { ...drill, equipment: [{ kind: 'ball', count: 1, text: 'soft ball' }] },
  },
  {
    course,
    module: course.modules[1]!,
    drill: {
      ...drill,
      name: 'Four Goals',
      ages: [12, 17],
      needs: ['wheelchair', 'lowVision'],
      equipment: [
        { kind: 'ball', count: 2, text: 'footballs' },
        { kind: 'bib', count: 6, text: 'bibs' },
      ],
    },
  },
]

const open = (initialFilter: DrillFilter = {}) => {
  const Screen = () => {
    const [filter, onFilter] = useState(initialFilter)
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

const openFilters = () => page.getByRole('button', { name: /^Filters/ }).click()
const sheet = () => page.getByRole('dialog', { name: 'Filters' })

test('searches while the coach types, and counts the drills', async () => {
  open()
  await page.getByLabelText('Search').fill('goals')
  await expect.element(page.getByText('1 drill')).toBeVisible()
  expect(names()).toEqual(['Four Goals'])
})

test('counts the drills that the filters leave, and filters the list when the coach wants to see them', async () => {
  open()
  await openFilters()
  // A keyboard would cover the sheet.
  await expect.element(sheet().getByLabelText('Adapted for')).toHaveFocus()
  await sheet().getByLabelText('Age (years)').fill('8')
  const button = sheet().getByRole('button', { name: 'Show 1 drill' })
  await expect.element(button).toBeInViewport({ ratio: 1 })
  await button.click()
  await expect.poll(names).toEqual(['Open Circle'])
  await expect.element(page.getByRole('button', { name: 'Filters (1)' })).toHaveFocus()
})

test('leaves the list as it is if the sheet is closed in another way', async () => {
  open()
  await openFilters()
  await sheet().getByLabelText('Age (years)').fill('13')
  await sheet().getByRole('button', { name: 'Close' }).click()
  await expect.poll(names).toEqual(['Open Circle', 'Four Goals'])
  await openFilters()
  expect(sheet().getByLabelText('Age (years)').element()).toHaveProperty('value', '')
})

test('clears the filters in the sheet, and below an empty list, but not the words', async () => {
  open({ words: 'goals', age: 8 })
  await expect.element(page.getByText('No drill with all of that')).toBeVisible()
  await openFilters()
  await sheet().getByRole('button', { name: 'Clear filters' }).click()
  await sheet().getByRole('button', { name: 'Show 1 drill' }).click()
  await expect.poll(names).toEqual(['Four Goals'])
  screen?.remove()
  open({ words: 'goals', age: 8 })
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(names).toEqual(['Four Goals'])
})

test('marks a favourite, and shows only favourites', async () => {
  open()
  const star = page.getByRole('button', { name: 'Favourite: Four Goals' })
  await star.click()
  expect(star.element().getAttribute('aria-pressed')).toBe('true')
  await page.getByRole('button', { name: 'Favourites' }).click()
  await expect.poll(names).toEqual(['Four Goals'])
})

test('filters by what the coach has and by a need, from the keyboard', async () => {
  open()
  await openFilters()
  const equipment = sheet().getByRole('group', { name: 'Equipment' })
  await expect.element(equipment).toHaveAccessibleDescription(/need nothing else/)
  sheet().getByLabelText('Adapted for').element().focus()
  await userEvent.tab()
  await expect.element(equipment.getByLabelText('Balls', { exact: true })).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.element(sheet().getByRole('button', { name: 'Show 1 drill' })).toBeVisible()
  await equipment.getByLabelText('Bibs').click()
  await expect.element(sheet().getByRole('button', { name: 'Show 2 drills' })).toBeVisible()
  await sheet().getByLabelText('Adapted for').selectOptions('Low vision')
  await sheet().getByRole('button', { name: 'Show 1 drill' }).click()
  await expect.poll(names).toEqual(['Four Goals'])
})

test('finds drills with any equipment again after the last box was cleared', async () => {
  open({ equipment: ['rope'] })
  await openFilters()
  const ropes = sheet().getByLabelText('Ropes or chalk')
  await expect.element(ropes).toBeChecked()
  await ropes.click()
  await expect.element(sheet().getByRole('button', { name: 'Show 2 drills' })).toBeVisible()
})

test('covers the content that scrolls below the buttons, down to the edge of the sheet', async () => {
  await page.viewport(360, 500)
  open()
  await openFilters()
  const button = sheet().getByRole('button', { name: 'Show 2 drills' })
  await expect.element(button).toBeInViewport({ ratio: 1 })
  const foot = button.element().parentElement
  // The sheet may still slide in.
  await expect.poll(() => document.elementFromPoint(180, 498)).toBe(foot)
  expect(document.elementFromPoint(4, 498)).toBe(foot)
})

test('has filters large enough for a thumb, and nothing wider than a small phone', async () => {
  await page.viewport(360, 740)
  open({ need: 'speech' })
  await openFilters()
  const targets = [...screen!.place.querySelectorAll('search :is(button, input, select)')].map(
    (control) => control.closest('label') ?? control,
  )
  // The words, the favourites, the button of the filters, and in the sheet: close, 1 + 4 + 6 fields, 2 buttons.
  expect(targets).toHaveLength(1 + 1 + 1 + 1 + 11 + 2)
  for (const target of targets) expect(target.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  expect(document.documentElement.scrollWidth).toBe(360)
})

test('on a phone, a row takes at most 88 px, with a star and a play button for a fingertip', async () => {
  await page.viewport(360, 740)
  await Promise.all([...document.fonts].map((font) => font.load()))
  open()
  const row = screen!.find('article')
  expect(row.offsetHeight).toBeLessThanOrEqual(88)
  for (const control of [screen!.find('article button'), screen!.find('article > a')])
    expect(control.offsetHeight).toBeGreaterThanOrEqual(44)
})
