import type { LiveTask } from './live-task.ts'
import type { Records } from './records.ts'

/** Whether a task was cancelled and nothing of it is left: none of its requests is under way, and the store knows. */
export const isDiscarded = (task: LiveTask, { has }: Pick<Records, 'has'>): boolean =>
  task.saved.status.state === 'CANCELLED' && !task.run && !has(task)
