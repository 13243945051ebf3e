import type { QueueMove } from '../../../uploads/commands.ts'
import { isFinal } from '../../../uploads/task.ts'
import type { LiveTask } from '../task/live-task.ts'

/** Moves a task among the unfinished tasks, and returns the tasks whose order changed. */
export const moveInQueue = (tasks: readonly LiveTask[], id: string, to: QueueMove): LiveTask[] => {
  const queue = tasks
    .filter(({ saved }) => !isFinal(saved.status))
    .sort((a, b) => a.saved.order - b.saved.order)
  const place = queue.findIndex(({ saved }) => saved.id === id)
  const [task, first] = [queue[place], queue[0]]
  if (!task || !first) return []
  if (to === 'first') {
    if (task === first) return []
    task.saved.order = first.saved.order - 1
    return [task]
  }
  const neighbour = queue[to === 'up' ? place - 1 : place + 1]
  if (!neighbour) return []
  const { order } = task.saved
  task.saved.order = neighbour.saved.order
  neighbour.saved.order = order
  return [task, neighbour]
}
