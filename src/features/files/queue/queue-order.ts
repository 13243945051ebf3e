import type { QueueMove } from '../../../uploads/commands.ts'
import type { UploadTask } from '../../../uploads/task.ts'
import type { Moves } from './queue-moves.tsx'

const isUnderWay = ({ status }: UploadTask): boolean => status.state === 'IN_PROGRESS'

/** Where a task of the queue can go; undefined where an order means nothing, because it is alone or under way. */
export const movesOf = (queue: readonly UploadTask[], place: number): Moves | undefined => {
  const task = queue[place]
  if (!task || isUnderWay(task) || queue.length < 2) return undefined
  const before = queue[place - 1]
  return { up: before !== undefined && !isUnderWay(before), down: place < queue.length - 1 }
}

/** The place, counted from 1, that a task has after a move. */
export const placeAfter = (place: number, to: QueueMove): number => {
  if (to === 'first') return 1
  return to === 'up' ? place : place + 2
}
