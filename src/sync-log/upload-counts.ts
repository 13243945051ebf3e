import type { ProductApiClient } from '../contract/product-api-client.ts'
import type { UploadOutcome } from '../contract/product-api/health-api.ts'
import { totalOf, uploadCount, type UploadCounts } from '../contract/product-api/upload-counts.ts'
import type { SyncReport } from '../contract/product-api/sync-report.ts'
import { parsed } from '../lib/parsed.ts'
import { resultOf, type Database } from '../platform/storage/database.ts'

const uploadCounters = 'uploads:'

/**
 * Returns the function that counts the outcome or the repeat of an upload on this device. Counts that cannot
 * be stored, for example on a full device, are dropped: nothing depends on them.
 */
export const createCountUpload =
  (database: Database) =>
  (upload: Omit<UploadOutcome, 'count'>): Promise<void> =>
    database
      .write(['counters'], async (transaction) => {
        const counters = transaction.objectStore('counters')
        const name = `${uploadCounters}${upload.outcome}/${upload.reason ?? ''}`
        const before = parsed(uploadCount, await resultOf<unknown>(counters.get(name)))
        counters.put({ ...upload, count: (before?.count ?? 0) + 1 }, name)
      })
      .catch(() => undefined)

/** The counts of this device since it began. */
export const readUploadCounts = async (counters: IDBObjectStore): Promise<UploadCounts> => {
  const range = IDBKeyRange.bound(uploadCounters, `${uploadCounters}\uffff`)
  const stored = await resultOf<unknown[]>(counters.getAll(range))
  return stored.flatMap((one) => parsed(uploadCount, one) ?? [])
}

/**
 * Reports the outcomes of this device's uploads if the response to a report shows that the server lacks them.
 * An older server does not ask. A report that fails is repeated after the next one.
 */
export const reportUploads = async (
  api: Pick<ProductApiClient, 'call'>,
  { customer_id, device }: Pick<SyncReport, 'customer_id' | 'device'>,
  { uploads, known }: { uploads: UploadCounts; known: number | null | undefined },
  signal: AbortSignal,
): Promise<void> => {
  if (known === undefined || known === totalOf(uploads)) return
  await api.call('syncUploads', { customer_id, device, uploads }, { signal })
}
