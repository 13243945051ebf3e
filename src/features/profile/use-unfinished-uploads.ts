import type { UploadClient } from '../../uploads/contract.ts'
import { useUploadCounts } from '../../uploads/use-upload-counts.ts'

/** How many uploads of a coach would be lost with this device's data. */
export const useUnfinishedUploads = (uploads: UploadClient, customer: string): number =>
  useUploadCounts(uploads, customer).unfinished
