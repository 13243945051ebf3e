import { expect, test } from 'vitest'
import { healthRecordKey } from '../../health/health-record.ts'
import { createBrowser } from '../../platform/create-browser.ts'
import { createIndexedDbSyncLog } from '../../sync-log/indexed-db-sync-log.ts'
import type { WorkerMessage } from '../../uploads/contract.ts'
import { createPageHealth } from './create-page-health.ts'

/** A worker that only sends its page these messages. */
const workerThatTells = (...messages: WorkerMessage[]): Worker => {
  const told = messages.map((one) => `postMessage(${JSON.stringify(one)})`).join(';')
  return new Worker(URL.createObjectURL(new Blob([told], { type: 'text/javascript' })))
}

test('counts the upload worker’s reports in the sync log, with or without consent to measuring', async () => {
  const browser = createBrowser(window)
  createPageHealth(browser).followWorker(
    workerThatTells(
      { retry: { outcome: 'signed-again', reason: 'credentials-refused' } },
      { status: { state: 'IN_PROGRESS' } },
      { status: { state: 'PAUSED', reason: { kind: 'server-refused', code: 'AccessDenied' } } },
    ),
  )
  const log = createIndexedDbSyncLog(browser.database)
  await expect
    .poll(async () => (await log.read('coach-a')).uploads)
    .toEqual([
      { outcome: 'paused', reason: 'server-refused', count: 1 },
      { outcome: 'signed-again', reason: 'credentials-refused', count: 1 },
    ])
  expect(await browser.keyValues('health').read(healthRecordKey)).toBeUndefined()
})
