import type { UploadOutcome } from '../contract/product-api/health-api.ts'
import { uploadCount, type UploadCounts } from '../contract/product-api/upload-counts.ts'
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
