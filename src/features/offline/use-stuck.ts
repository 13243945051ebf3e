import type { DeviceOutbox } from '../../outbox/outbox.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import type { Stuck } from '../../offline/pitch-check.ts'
import type { PageUploads } from '../../uploads/contract.ts'
import { useUploadCounts } from '../../uploads/use-upload-counts.ts'

/** A customer's entries and uploads that continue only when the customer acts. */
export const useStuck = (
  outbox: Pick<DeviceOutbox, 'snapshot' | 'subscribe'>,
  uploads: PageUploads,
  customer: string,
): Stuck => ({
  entries: useOutbox(outbox).needsYou,
  files: useUploadCounts(uploads.of(customer), customer).needYou,
})
