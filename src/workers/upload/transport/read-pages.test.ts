import { expect, test } from 'vitest'
import { readPages } from './read-pages.ts'

test('a list is read to its end', async () => {
  const next: Record<string, string> = { first: 'second', second: 'third' }
  const pages = await readPages(
    async (from = 'first') => from,
    (page) => next[page],
  )
  expect(pages).toEqual(['first', 'second', 'third'])
})

test('of more pages than a list can have, 200 are read', async () => {
  let read = 0
  const list = readPages(
    async () => ++read,
    (page) => String(page),
  )
  await expect(list).rejects.toThrow('does not end')
  expect(read).toBe(200)
})
