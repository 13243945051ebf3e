import type { ProductApiClient } from '../contract/product-api-client.ts'
import type { SyncReport } from '../contract/product-api/sync-report.ts'
import { totalOf, type UploadCounts } from '../contract/product-api/upload-counts.ts'

/**
 * Tells the server how the uploads of this device went, where the response to a report says that it does not know; an older
 * server does not ask. What does not arrive goes after the next report.
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
