import type { UploadTask } from '../../../uploads/task.ts'

/** An uploaded and verified file of a coach, with its name as its id. */
export const completedTask = (name: string): UploadTask => ({
  id: name,
  customer: 'ana',
  name,
  size: 1,
  level: 'private',
  key: name,
  status: { state: 'COMPLETED' },
  phase: 'finishing',
  sentBytes: 1,
  createdAt: 0,
  order: 0,
})
