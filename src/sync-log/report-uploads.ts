import type { ProductApiClient } from '../contract/product-api-client.ts'
import type { SyncReport } from '../contract/product-api/sync-report.ts'
import { totalOf, type UploadCounts } from '../contract/product-api/upload-counts.ts'

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
