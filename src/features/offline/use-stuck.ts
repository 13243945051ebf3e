import type { DeviceOutbox } from '../../outbox/outbox.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import type { Stuck } from '../../offline/pitch-check.ts'
import type { PageUploads } from '../../uploads/contract.ts'
import { useUploadCounts } from '../../uploads/use-upload-counts.ts'

/** What of a customer's goes on only with them. */
export const useStuck = (
  outbox: Pick<DeviceOutbox, 'snapshot' | 'subscribe'>,
  uploads: PageUploads,
  customer: string,
): Stuck => ({
  entries: useOutbox(outbox).needsYou,
  files: useUploadCounts(uploads.of(customer), customer).needYou,
})
