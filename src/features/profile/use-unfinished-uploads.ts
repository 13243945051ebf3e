import type { UploadClient } from '../../uploads/contract.ts'
import { isFinal } from '../../uploads/task.ts'
import { useUploads } from '../../uploads/use-uploads.ts'

/** How many uploads of a coach would be lost with this device's data. */
export const useUnfinishedUploads = (uploads: UploadClient, customer: string): number => {
  const { tasks } = useUploads(uploads)
  return tasks.filter((task) => task.customer === customer && !isFinal(task.status)).length
}
