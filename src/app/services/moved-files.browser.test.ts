import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { listingQuery } from '../../features/files/listing/listing-query.ts'
import { TransferDialog } from '../../features/files/transfer/transfer-dialog.tsx'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { fail, ok } from '../../lib/result.ts'
import { memoryKeyValues } from '../../platform/storage/testing/memory-key-values.ts'
import { show } from '../../ui/testing/show.tsx'
import type { StorageCalls } from '../../stored-files/storage-calls.ts'
import { createQueries } from './create-queries.ts'

const t = translateIn('en-GB')
const location = { level: 'private', folder: '' } as const
const cup = { level: 'private', folder: 'cup/' } as const
const log = { warn: () => undefined, error: () => undefined }

test('lists a moved file in its new folder, also after a restart without a connection', async () => {
  const values = memoryKeyValues()
  const keys = new Set(['goal.mp4'])
  let isUp = true
  const storage: Partial<StorageCalls> = {
    copy: async ({ destination: { key } }) => {
      keys.add(key)
      return ok({ key })
    },
    remove: async ({ key }) => {
      keys.delete(key)
      return ok(undefined)
    },
    list: async ({ path = '' }) => {
      if (!isUp) return fail({ kind: 'offline' })
      const listed = [...keys].filter((key) => key.startsWith(path))
      const files = listed.map((key) => ({ key, size: 1, lastModified: 0 }))
      return ok({ folders: [], files, keyCount: files.length, isTruncated: false })
    },
  }
  const open = () => createQueries({ values, customer: () => 'ana', log })
  /** What is on the list of the folder at first. */
  const listed = async () => {
    const { pages } = await open().fetchInfiniteQuery(listingQuery(storage as StorageCalls, 'ana', cup))
    return pages.flatMap(({ files }) => files.map(({ key }) => key))
  }
  expect(await listed()).toEqual([])
  await expect.poll(async () => (await values.keys()).length).toBe(1)

  const dialog = createElement(TransferDialog, {
    storage: storage as StorageCalls,
    customer: 'ana',
    location,
    folders: [],
    transfer: { kind: 'move', keys: ['goal.mp4'] },
    makeRoom: async () => undefined,
    onClose: () => undefined,
    onDone: () => undefined,
  })
  const screen = show('en-GB', createElement(QueryClientProvider, { client: open() }, dialog))
  onTestFinished(screen.remove)
  await page.getByLabelText(t('files.browse.toFolder'), { exact: true }).fill('cup')
  await page.getByRole('button', { name: t('files.browse.move') }).click()
  await expect.poll(() => [...keys]).toEqual(['cup/goal.mp4'])
  const persisted = async () => JSON.stringify(await Promise.all((await values.keys()).map(values.read)))
  await expect.poll(persisted).toContain('cup/goal.mp4')
  isUp = false
  expect(await listed()).toEqual(['cup/goal.mp4'])
})
