import type { UploadClient } from '../../uploads/contract.ts'
import { isFinal } from '../../uploads/task.ts'
import { useUploads } from '../../uploads/use-uploads.ts'

/** Returns the names of a coach's files whose uploads would be lost with this device's data. */
export const useUnfinishedUploads = (uploads: UploadClient, customerId: string): readonly string[] => {
  const ownTasks = useUploads(uploads).tasks.filter((task) => task.customer === customerId)
  return ownTasks.flatMap(({ status, name }) => (isFinal(status) ? [] : [name]))
}
