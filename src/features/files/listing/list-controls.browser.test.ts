import { createElement, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import { show } from '../../../ui/testing/show.tsx'
import type { Listing } from './use-listing.ts'
import { ListControls } from './list-controls.tsx'
import { createRows, filterRows, type Order } from './rows.ts'

const t = translateIn('en-GB')
let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

/** The line above a list of three files. */
const start = () => {
  const names = ['final.mp4', 'goal.png', 'plan.pdf'].map((key) => ({ key, size: 1, lastModified: 0 }))
  const all = createRows([], names)
  const listing: Partial<Listing> = { rows: all, isComplete: true }
  const Line = () => {
    const [searchText, setSearchText] = useState('')
    const [order, setOrder] = useState<Order>('name')
    const rows = filterRows(all, searchText)
    const props = { listing: listing as Listing, rows, searchText, setSearchText, order, setOrder }
    return createElement(ListControls, props)
  }
  screen = show('en-GB', createElement(Line))
  screen.place.style.width = '328px'
}
const count = (files: number) => page.getByText(t('files.browse.count', { files, folders: 0 }))
const button = (id: 'files.browse.search' | 'files.browse.endSearch') =>
  page.getByRole('button', { name: t(id), exact: true })

test('is one line on a phone, with targets that a thumb can hit', async () => {
  start()
  await expect.element(count(3)).toBeVisible()
  expect(screen!.find('div').getBoundingClientRect().height).toBeLessThan(50)
  for (const control of screen!.place.querySelectorAll('button, select')) {
    const { width, height } = control.getBoundingClientRect()
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
})

test('opens the search with the focus in its field, counts what is left, and Escape ends it', async () => {
  start()
  await button('files.browse.search').click()
  const field = page.getByRole('searchbox', { name: t('files.browse.search') })
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('plan')
  await expect.element(count(1)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(count(3)).toBeVisible()
  await expect.element(button('files.browse.search')).toHaveFocus()
})

test('a press ends the search, too', async () => {
  start()
  await button('files.browse.search').click()
  await userEvent.keyboard('goal')
  await button('files.browse.endSearch').click()
  await expect.element(count(3)).toBeVisible()
  expect(page.getByRole('searchbox').query()).toBeNull()
})
