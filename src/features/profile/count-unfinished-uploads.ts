import { isFinal, type UploadTask } from '../../uploads/task.ts'

/** How many uploads of a coach would be lost with this device's data. */
export const countUnfinishedUploads = (tasks: readonly UploadTask[], customer: string): number =>
  tasks.filter((task) => task.customer === customer && !isFinal(task.status)).length
