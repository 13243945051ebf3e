import { expect, test } from 'vitest'
import { createDatabase } from '../platform/storage/database.ts'
import { createIndexedDbSyncLog } from './indexed-db-sync-log.ts'
import { createCountUpload } from './upload-counts.ts'

const busy = { outcome: 'retried', reason: 'busy' }

test('counts each outcome by its reason across tabs, and keeps the counts when a coach signs out', async () => {
  const database = createDatabase(indexedDB)
  const log = createIndexedDbSyncLog(database)
  expect((await log.read('coach-a')).uploads).toEqual([])

  const tabs = [createCountUpload(database), createCountUpload(createDatabase(indexedDB))]
  await Promise.all(tabs.flatMap((count) => [count(busy), count(busy), count({ outcome: 'completed' })]))
  await tabs[0]?.({ outcome: 'retried', reason: 'unreachable' })
  await log.saveReported('coach-a', { row: 2, at: 7 })
  await log.forgetOthers(undefined)

  expect((await log.read('coach-b')).uploads).toEqual([
    { outcome: 'completed', count: 2 },
    { ...busy, count: 4 },
    { outcome: 'retried', reason: 'unreachable', count: 1 },
  ])
})

test('does not fail when the device cannot store a count', async () => {
  const open = () => {
    throw new DOMException('The storage is blocked.', 'SecurityError')
  }
  await expect(createCountUpload(createDatabase({ open }))(busy)).resolves.toBeUndefined()
})
