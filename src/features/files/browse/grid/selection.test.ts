import { expect, test } from 'vitest'
import { rowsOf } from '../listing/rows.ts'
import { chosenOf, extendTo, noSelection, toggle, toggleAll } from './selection.ts'

const rows = rowsOf(
  ['folder/'],
  ['a', 'b', 'c', 'd'].map((key) => ({ key, size: 0, lastModified: 0 })),
)
const keys = (selection: { keys: ReadonlySet<string> }) => [...selection.keys].sort()

test('a file is chosen, and no longer', () => {
  const once = toggle(noSelection, 'b')
  expect(keys(once)).toEqual(['b'])
  expect(keys(toggle(once, 'b'))).toEqual([])
})

test.each([
  ['b', 'd', ['b', 'c', 'd']],
  ['d', 'b', ['b', 'c', 'd']],
  ['a', 'a', ['a']],
])('from %s to %s, whichever way', (from, to, chosen) => {
  expect(keys(extendTo({ keys: new Set(), anchor: from }, rows, to))).toEqual(chosen)
})

test('a range keeps its beginning and never takes a folder', () => {
  const first = extendTo(toggle(noSelection, 'b'), rows, 'd')
  expect(keys(extendTo(first, rows, 'folder/'))).toEqual(['a', 'b', 'c', 'd'])
})

test('all files, and none of them', () => {
  const all = toggleAll(toggle(noSelection, 'b'), rows)
  expect(keys(all)).toEqual(['a', 'b', 'c', 'd'])
  expect(keys(toggleAll(all, rows))).toEqual([])
})

test('what is not on the list is not acted on', () => {
  expect(chosenOf({ keys: new Set(['gone', 'c', 'folder/']) }, rows)).toEqual(['c'])
})
