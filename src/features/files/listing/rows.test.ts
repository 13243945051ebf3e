import { describe, expect, test, vi } from 'vitest'
import { filterRows, createRows, sortRows } from './rows.ts'

const file = (key: string, size = 0, lastModified = 0) => ({ key, size, lastModified })
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

describe('files are sorted', () => {
  const files = [file('b', 2, 30), file('a', 2, 10), file('c', 9, 20), file('d', 1, 20)]
  test.each([
    ['name', ['z', 'a', 'b', 'c', 'd']],
    ['newest', ['z', 'b', 'c', 'd', 'a']],
    ['oldest', ['z', 'a', 'c', 'd', 'b']],
    ['largest', ['z', 'c', 'a', 'b', 'd']],
    ['smallest', ['z', 'd', 'a', 'b', 'c']],
  ] as const)('by %s, after the folders', (order, sorted) => {
    expect(names(sortRows(createRows(['z/'], files), order))).toEqual(sorted)
  })
})

test('sorts names as people read them, not by bytes', () => {
  const keys = ['jogo 10', 'Zico', 'jogo 9', 'água', 'Árvore', 'abc', '😀']
  const sorted = sortRows(
    createRows(
      [],
      keys.map((key) => file(key)),
    ),
    'name',
  )
  expect(names(sorted)).toEqual(['abc', 'água', 'Árvore', 'jogo 9', 'jogo 10', 'Zico', '😀'])
})

test.each([
  ['', ['Água.mp4', 'FINAL 9.mov', 'aguardar.txt']],
  ['agua', ['Água.mp4', 'aguardar.txt']],
  [' final 9 ', ['FINAL 9.mov']],
  ['.m', ['Água.mp4', 'FINAL 9.mov']],
  ['nothing', []],
])('%j finds', (text, found) => {
  const rows = createRows(
    [],
    ['Água.mp4', 'FINAL 9.mov', 'aguardar.txt'].map((key) => file(key)),
  )
  expect(names(filterRows(rows, text))).toEqual(found)
})

test.each([
  ['1', ['clip 1', 'clip 10', 'clip 21', '2026-11-21']],
  ['10', ['clip 10']],
  ['026-11', ['2026-11-21']],
])('%j finds numbers that contain it anywhere, as typed', (text, found) => {
  const files = ['clip 1', 'clip 2', 'clip 10', 'clip 21', '2026-11-21'].map((key) => file(key))
  expect(names(filterRows(createRows([], files), text))).toEqual(found)
})

test('sorts 10,000 files without reading a name for each comparison', () => {
  const files = Array.from({ length: 10_000 }, (_, index) =>
    file(`Treino ${(index * 7919) % 10_000} – ção.mp4`),
  )
  const normalize = vi.spyOn(String.prototype, 'normalize')
  sortRows(createRows([], files), 'name')
  expect(normalize).toHaveBeenCalledTimes(files.length)
})
