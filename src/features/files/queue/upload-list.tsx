import { useTranslate } from '../../../i18n/use-translate.ts'
import { useShowMore } from '../../../ui/show-more.tsx'
import type { QueueMove } from '../../../uploads/commands.ts'
import type { UploadTask } from '../../../uploads/task.ts'
import styles from '../files.module.css'
import type { UploadRowProps } from './upload-buttons.tsx'
import { UploadRow } from './upload-row.tsx'
import type { Moves } from './queue-moves.tsx'

const isUnderWay = ({ status }: UploadTask): boolean => status.state === 'IN_PROGRESS'

/**
 * The possible moves of a task in the queue; undefined if order does not matter, because the task is alone or
 * under way.
 */
export const movesOf = (queue: readonly UploadTask[], place: number): Moves | undefined => {
  const task = queue[place]
  if (!task || isUnderWay(task) || queue.length < 2) return undefined
  const before = queue[place - 1]
  return { up: before !== undefined && !isUnderWay(before), down: place < queue.length - 1 }
}

/** The position of a task after a move, counted from 1. */
export const placeAfter = (place: number, to: QueueMove): number => {
  if (to === 'first') return 1
  return to === 'up' ? place : place + 2
}

/**
 * The number of rows shown at first: the page stays fast with thousands of files, and a screen reader's list
 * has an end.
 */
const step = 50

type Props = Omit<UploadRowProps, 'task' | 'moves'> & {
  tasks: readonly UploadTask[]
  /** Finished uploads have no order. */
  isQueue?: boolean
}

/** Some of the uploads, and a button for more. */
export const UploadList = ({ tasks, isQueue = false, ...actions }: Props) => {
  const t = useTranslate()
  const { shown, more } = useShowMore(tasks, {
    step,
    label: (count) => t('files.showMore', { count }),
    variant: 'secondary',
  })
  if (tasks.length === 0) return null
  return (
    <>
      <ul className={styles.rows}>
        {shown.map((task, place) => (
          <UploadRow
            key={task.id}
            task={task}
            moves={isQueue ? movesOf(tasks, place) : undefined}
            {...actions}
          />
        ))}
      </ul>
      {more && <div>{more}</div>}
    </>
  )
}
