import { expect, test } from 'vitest'
import { awaitResult, createDatabase } from '../../platform/storage/database.ts'
import { memoryKeyValues } from '../../platform/storage/testing/memory-key-values.ts'
import { createForgetUploads, createListOwnersOfWork } from './customers-on-device.ts'

const start = async () => {
  const database = createDatabase(indexedDB)
  await database.write(['uploads'], (transaction) => {
    const uploads = transaction.objectStore('uploads')
    uploads.put({ id: '1', customer: 'ana', name: 'left.mp4', status: { state: 'CANCELLED' } })
    uploads.put({ id: '2', customer: 'bia', name: 'final.mp4' })
    return awaitResult(uploads.put({ id: '3', of: 'a newer version' }))
  })
  const stored = new Map<string, unknown>([
    ['cris/training-1/page', {}],
    ['position/dora/training-1', 4],
  ])
  const readUploads = () =>
    database.read(['uploads'], (transaction) =>
      awaitResult<{ id: string }[]>(transaction.objectStore('uploads').getAll()),
    )
  return { database, keyValues: () => memoryKeyValues(stored), readUploads }
}

test('lists who has uploads or drafts here, and deletes the uploads of one of them', async () => {
  const { database, keyValues, readUploads } = await start()
  const list = createListOwnersOfWork({ database, keyValues })
  expect((await list()).toSorted()).toEqual(['ana', 'bia', 'cris'])
  await createForgetUploads({ database })('ana')
  expect((await readUploads()).map(({ id }) => id)).toEqual(['2', '3'])
  expect((await list()).toSorted()).toEqual(['bia', 'cris'])
})
