import { expect, test } from 'vitest'
import { takePage } from './page.ts'

const keys = ['a', 'b/1', 'b/2', 'b/c/1', 'd', 'e//1', 'e/1', 'f/1']
const entries = keys.map((key) => ({ key }))

/** All pages of a listing, each with its names in the order of the bucket. */
const pages = (prefix: string, delimiter: string, limit: number) => {
  const found: string[][] = []
  for (let after = ''; ;) {
    const rest = entries.filter(({ key }) => key > after)
    const page = takePage(rest, { prefix, delimiter, after, limit })
    found.push([...page.contents.map(({ key }) => key), ...page.commonPrefixes].sort())
    if (!page.isTruncated) return found
    after = page.end
  }
}

test.each([
  { prefix: '', delimiter: '', expected: keys },
  { prefix: '', delimiter: '/', expected: ['a', 'b/', 'd', 'e/', 'f/'] },
  { prefix: 'b', delimiter: '/', expected: ['b/'] },
  { prefix: 'b/', delimiter: '/', expected: ['b/1', 'b/2', 'b/c/'] },
  { prefix: 'b/', delimiter: '', expected: ['b/1', 'b/2', 'b/c/1'] },
  { prefix: 'e/', delimiter: '/', expected: ['e//', 'e/1'] },
  { prefix: '', delimiter: '/1', expected: ['a', 'b/1', 'b/2', 'b/c/1', 'd', 'e//1', 'e/1', 'f/1'] },
  { prefix: 'x', delimiter: '/', expected: [] },
])(
  'prefix "$prefix", delimiter "$delimiter": pages of every size add up',
  ({ prefix, delimiter, expected }) => {
    for (const limit of [1, 2, 3, 5, 1000]) {
      const found = pages(prefix, delimiter, limit)
      expect(found.flat()).toEqual(expected)
      expect(found.every((page) => page.length <= limit)).toBe(true)
    }
  },
)

test('does not mark an exactly full page as truncated when nothing follows', () => {
  const page = takePage(entries, { prefix: 'b/', delimiter: '/', after: '', limit: 3 })
  expect(page).toMatchObject({ isTruncated: false, end: 'b/c/' })
})

test('returns an empty, final page for a limit of zero', () => {
  const page = takePage(entries, { prefix: '', delimiter: '', after: '', limit: 0 })
  expect(page).toMatchObject({ contents: [], isTruncated: false })
})
