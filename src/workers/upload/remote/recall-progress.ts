import { findInStore } from './finish-without-file.ts'
import type { LiveTask } from '../task/live-task.ts'
import type { Work } from '../parts/work.ts'

/** Shows how far a task had come before a restart, while it waits for its file; whether it can end without it. */
export const recallProgress = async (work: Work, task: LiveTask): Promise<boolean> => {
  const { uploadId, status } = task.saved
  if (uploadId === undefined || status.state !== 'PAUSED') return false
  const found = await findInStore(work, task, new AbortController().signal)
  if (!found.ok || task.run) return false
  const { has, parts } = found.value
  task.progress.begin(parts.reduce((sum, { size }) => sum + size, 0))
  work.changed(task)
  return has !== 'less'
}
