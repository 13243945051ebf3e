import type { SavedTask } from '../task/saved-task.ts'

/** A task of one small file as it lies on the disk: a test changes what it is about. */
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
