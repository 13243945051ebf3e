import { expect, test } from 'vitest'
import { createRows } from '../listing/rows.ts'
import { listSelectedKeys, extendTo, noSelection, toggle, toggleAll } from './selection.ts'

const rows = createRows(
  ['folder/'],
  ['a', 'b', 'c', 'd'].map((key) => ({ key, size: 0, lastModified: 0 })),
)
const keys = (selection: { keys: ReadonlySet<string> }) => [...selection.keys].sort()

test('selects and deselects a file', () => {
  const once = toggle(noSelection, 'b')
  expect(keys(once)).toEqual(['b'])
  expect(keys(toggle(once, 'b'))).toEqual([])
})

test.each([
  ['b', 'd', ['b', 'c', 'd']],
  ['d', 'b', ['b', 'c', 'd']],
  ['a', 'a', ['a']],
])('selects from %s to %s in either direction', (from, to, chosen) => {
  expect(keys(extendTo({ keys: new Set(), anchor: from }, rows, to))).toEqual(chosen)
})

test('keeps the anchor of a range, and never selects a folder', () => {
  const first = extendTo(toggle(noSelection, 'b'), rows, 'd')
  expect(keys(extendTo(first, rows, 'folder/'))).toEqual(['a', 'b', 'c', 'd'])
})

test('selects all files, and deselects them', () => {
  const all = toggleAll(toggle(noSelection, 'b'), rows)
  expect(keys(all)).toEqual(['a', 'b', 'c', 'd'])
  expect(keys(toggleAll(all, rows))).toEqual([])
})

test('ignores selected keys that are not on the list', () => {
  expect(listSelectedKeys({ keys: new Set(['gone', 'c', 'folder/']) }, rows)).toEqual(['c'])
})
