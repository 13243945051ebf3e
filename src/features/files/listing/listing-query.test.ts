import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ok } from '../../../lib/result.ts'
import type { StorageCalls } from '../../../stored-files/storage-calls.ts'
import { createPendingDeletions } from '../browse/use-folder.ts'
import { listingQuery } from './listing-query.ts'
import { createRows } from './rows.ts'

const home = { level: 'private', folder: '' } as const

test('fails with an error when the store repeats a page', async () => {
  let asked = 0
  const list = async () => {
    asked++
    return ok({ files: [], folders: [], keyCount: 0, isTruncated: true, nextContinuationToken: 'again' })
  }
  const query = listingQuery({ list } as Partial<StorageCalls> as StorageCalls, 'ana', home)
  const pages = new QueryClient().fetchInfiniteQuery({ ...query, pages: 1000, retry: false })
  await expect(pages).rejects.toThrow('EndlessList')
  expect(asked).toBe(2)
})

test('ends the list when two pages alternate', async () => {
  let asked = 0
  const list = async () => {
    const nextContinuationToken = `page ${asked++ % 2}`
    return ok({ files: [], folders: [], keyCount: 0, isTruncated: true, nextContinuationToken })
  }
  const query = listingQuery({ list } as Partial<StorageCalls> as StorageCalls, 'ana', home)
  await new QueryClient().fetchInfiniteQuery({ ...query, pages: 1000 })
  expect(asked).toBe(3)
})

test('keeps a listed file’s ETag, which the later deletion of a closed tab needs', async () => {
  const file = { key: 'a.mp4', size: 1, lastModified: 0, eTag: '"a"' }
  const list = async () => ok({ files: [file], folders: [], keyCount: 1, isTruncated: false })
  const query = listingQuery({ list } as Partial<StorageCalls> as StorageCalls, 'ana', home)
  const { pages } = await new QueryClient().fetchInfiniteQuery(query)
  const rows = createRows([], pages[0]?.files ?? [])
  expect(createPendingDeletions(rows, ['a.mp4'], home)).toEqual([
    { level: 'private', key: 'a.mp4', eTag: '"a"' },
  ])
})
