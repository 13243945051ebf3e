import type { SavedTask } from '../task/saved-task.ts'

/** The saved row of a task with one small file. A test overrides the fields that it is about. */
export const savedRow: SavedTask = {
  version: 3,
  id: 'task-1',
  customer: 'ana',
  createdAt: 0,
  order: 0,
  status: { state: 'IN_PROGRESS' },
  level: 'private',
  key: 'match.mp4',
  name: 'match.mp4',
  size: 9,
  lastModified: 0,
  type: '',
  sample: '',
  partSize: 9,
  remote: { kind: 'nothing' },
  source: { kind: 'none' },
}
