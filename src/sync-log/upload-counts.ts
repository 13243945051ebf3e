import type { ProductApiClient } from '../contract/product-api-client.ts'
import type { UploadOutcome } from '../contract/product-api/health-api.ts'
import type { SyncReport } from '../contract/product-api/sync-report.ts'
import { sumCounts, uploadCount, type UploadCounts } from '../contract/product-api/upload-counts.ts'
import { parseOrUndefined } from '../lib/parse-or-undefined.ts'
import { awaitResult, type Database } from '../platform/storage/database.ts'

/** The names of these counters of the device begin with this prefix. */
const uploadPrefix = 'uploads:'

/**
 * Returns the function that counts the outcome or the repeat of an upload on this device. Counts that cannot
 * be stored, for example on a full device, are dropped, because nothing depends on them.
 */
export const createCountUpload =
  (database: Database) =>
  (upload: Omit<UploadOutcome, 'count'>): Promise<void> =>
    database
      .write(['counters'], async (transaction) => {
        const counters = transaction.objectStore('counters')
        const name = `${uploadPrefix}${upload.outcome}/${upload.reason ?? ''}`
        const stored = parseOrUndefined(uploadCount, await awaitResult<unknown>(counters.get(name)))
        counters.put({ ...upload, count: (stored?.count ?? 0) + 1 }, name)
      })
      .catch(() => undefined)

/** Reads the counts since the current database of this device was created. */
export const readUploadCounts = async (counters: IDBObjectStore): Promise<UploadCounts> => {
  // All names with the prefix: `\uffff` sorts after every character that these names contain.
  const range = IDBKeyRange.bound(uploadPrefix, `${uploadPrefix}\uffff`)
  const rows = await awaitResult<unknown[]>(counters.getAll(range))
  return rows.flatMap((row) => parseOrUndefined(uploadCount, row) ?? [])
}

/**
 * Reports the outcomes of this device's uploads, unless the response to a report (`serverTotal`) shows that
 * the server has them. `serverTotal` is null if the server has none, and undefined if an older server sends no
 * total. A report that fails is repeated after the next sync report.
 */
export const reportUploads = async (
  api: Pick<ProductApiClient, 'call'>,
  { customer_id, device }: Pick<SyncReport, 'customer_id' | 'device'>,
  { uploads, serverTotal }: { uploads: UploadCounts; serverTotal: number | null | undefined },
  signal: AbortSignal,
): Promise<void> => {
  if (serverTotal === undefined || serverTotal === sumCounts(uploads)) return
  await api.call('syncUploads', { customer_id, device, uploads }, { signal })
}
