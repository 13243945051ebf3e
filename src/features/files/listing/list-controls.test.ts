import { createElement } from 'react'
import { expect, test } from 'vitest'
import { markupIn } from '../../../ui/testing/markup.ts'
import type { Listing } from './use-listing.ts'
import { ListControls } from './list-controls.tsx'
import { createRows } from './rows.ts'
import type { ShownRows } from './use-shown-rows.ts'

const renderMarkup = (count: number, change: Partial<ShownRows> = {}, isComplete = true) => {
  const names = Array.from({ length: count }, (_, index) => ({
    key: `${index}.mp4`,
    size: 1,
    lastModified: 0,
  }))
  const rows = createRows([], names)
  const listing: Partial<Listing> = { rows, isComplete }
  const nothing = () => undefined
  const shown = { listing: listing as Listing, rows, text: '', setText: nothing, setOrder: nothing }
  return markupIn('en-GB', createElement(ListControls, { order: 'name', ...shown, ...change }))
}

test.each([
  ['nine files', renderMarkup(9), false],
  ['ten files', renderMarkup(10), true],
  ['the first of more', renderMarkup(9, {}, false), true],
  ['what a search left over', renderMarkup(9, { text: 'final' }), true],
  ['few in another order', renderMarkup(9, { order: 'newest' }), true],
] as const)('the text above %s', (_, markup, isThere) => {
  expect(markup.includes('type="search"')).toBe(isThere)
  expect(markup.includes('<select')).toBe(isThere)
  expect(markup).toContain('<output')
})
