import { createElement, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findCourse } from '../../config/courses.ts'
import { show } from '../../ui/testing/show.tsx'
import type { DrillFilter } from './drill-filter.ts'
import { DrillsScreen } from './drills-screen.tsx'
import type { LibraryDrill } from './filter-drills.ts'
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

test('filters while the coach types, says how many are left, and what to do if none is', async () => {
  open()
  await page.getByLabelText('Search').fill('goals')
  await expect.element(page.getByText('1 drill')).toBeVisible()
  expect(names()).toEqual(['Four Goals'])
  await page.getByText('Filters').click()
  await page.getByLabelText('Age of the group').fill('8')
  await expect.element(page.getByText('No drill with all of that')).toBeVisible()
})

test('marks a favourite, and shows only favourites', async () => {
  open()
  const star = page.getByRole('button', { name: 'Favourite: Four Goals' })
  await star.click()
  expect(star.element().getAttribute('aria-pressed')).toBe('true')
  await page.getByLabelText('Favourites').click()
  await expect.poll(names).toEqual(['Four Goals'])
})

test('keeps the numbers open while one of them is replaced', async () => {
  open()
  await page.getByText('Filters').click()
  const age = page.getByLabelText('Age of the group')
  await age.fill('8')
  await expect.element(page.getByText('1 drill')).toBeVisible()
  await age.fill('')
  await expect.element(page.getByText('2 drills')).toBeVisible()
  await expect.element(age).toBeVisible()
})

test('filters by what the coach has and by a need, from the keyboard', async () => {
  open()
  await page.getByText('Filters').click()
  const equipment = page.getByRole('group', { name: 'Equipment' })
  await expect.element(equipment).toHaveAccessibleDescription(/need nothing else/)
  page.getByRole('combobox', { name: 'Adapted for' }).element().focus()
  await userEvent.tab()
  await expect.element(equipment.getByLabelText('Balls', { exact: true })).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.poll(names).toEqual(['Open Circle'])
  await equipment.getByLabelText('Bibs').click()
  await expect.poll(names).toEqual(['Open Circle', 'Four Goals'])
  await page.getByLabelText('Adapted for').selectOptions('Low vision')
  await expect.poll(names).toEqual(['Four Goals'])
  await page.getByLabelText('Adapted for').selectOptions('Any need')
  await expect.element(page.getByText('2 drills')).toBeVisible()
})

test('finds drills with any equipment again after the last box was cleared', async () => {
  open({ equipment: ['rope'] })
  await expect.element(page.getByText('No drill with all of that')).toBeVisible()
  const ropes = page.getByLabelText('Ropes or chalk')
  await expect.element(ropes).toBeChecked()
  await ropes.click()
  await expect.element(page.getByText('2 drills')).toBeVisible()
})

test.each<DrillFilter>([{ age: 12 }, { equipment: ['ball'] }, { need: 'lowVision' }])(
  'unfolds the filters if the address has %o',
  async (filter) => {
    open(filter)
    await expect.element(page.getByLabelText('Adapted for')).toBeVisible()
  },
)

test('has filters large enough for a thumb, and nothing wider than a small phone', async () => {
  await page.viewport(360, 740)
  open({ need: 'speech' })
  const targets = [...screen!.place.querySelectorAll('search :is(summary, input, select)')].map(
    (control) => control.closest('label') ?? control,
  )
  expect(targets).toHaveLength(1 + 1 + 4 + 1 + 6 + 1)
  for (const target of targets) expect(target.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  expect(document.documentElement.scrollWidth).toBe(360)
})
