import { expect, test } from 'vitest'
import { readPages } from './create-lists.ts'

test('reads a list to its end', async () => {
  const next: Record<string, string> = { first: 'second', second: 'third' }
  const pages = await readPages(
    async (from = 'first') => from,
    (page) => next[page],
  )
  expect(pages).toEqual(['first', 'second', 'third'])
})

test('reads at most 200 pages of an endless list', async () => {
  let read = 0
  const list = readPages(
    async () => ++read,
    (page) => String(page),
  )
  await expect(list).rejects.toThrow('a list without an end')
  expect(read).toBe(200)
})
