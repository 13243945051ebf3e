import { memo, useLayoutEffect, useRef, type RefObject } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useShowMore } from '../../../ui/use-show-more.tsx'
import type { QueueMove } from '../../../uploads/commands.ts'
import { isFinal, isRepeat, needsCoach, type UploadTask } from '../../../uploads/task.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Progress } from '../../../ui/feedback/progress.tsx'
import styles from '../files.module.css'
import { getCopyText, getProgressText, formatUploadState } from './upload-state-text.ts'
import { UploadButtons, type UploadRowProps } from './upload-buttons.tsx'
import type { Moves } from './more-options.tsx'

const isInProgress = ({ status }: UploadTask): boolean => status.state === 'IN_PROGRESS'

/**
 * Returns the possible moves of a task in the queue, or undefined if its position does not matter, because the
 * task is alone or in progress.
 */
export const findMoves = (queue: readonly UploadTask[], index: number): Moves | undefined => {
  const task = queue[index]
  if (!task || isInProgress(task) || queue.length < 2) return undefined
  const previousTask = queue[index - 1]
  return {
    // An upload cannot overtake an upload in progress.
    up: previousTask !== undefined && !isInProgress(previousTask),
    down: index < queue.length - 1,
  }
}

/** Returns the position of a task, counted from 1, after a move. `index` is its index before the move. */
export const getPositionAfterMove = (index: number, move: QueueMove): number => {
  if (move === 'first') return 1
  const position = index + 1
  return move === 'up' ? position - 1 : position + 1
}

/** Whether the file has to be chosen again because the app was closed. */
const needsFileAfterRestart = ({ status }: UploadTask): boolean =>
  status.state === 'PAUSED' && status.reason.kind === 'file-needed' && status.reason.because === 'restart'

/** Calls `onLeave` after a row was removed while it contained the focus. Returns the ref of the row. */
const useFocusedRowRemoval = (onLeave: () => void): RefObject<HTMLLIElement | null> => {
  const element = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    const row = element.current
    return () => {
      if (!row?.contains(document.activeElement)) return
      // Runs after the dialog of the row was removed, because nothing outside an open dialog can take the
      // focus.
      queueMicrotask(() => {
        // The row is still there if this cleanup runs because `onLeave` has changed.
        if (!row.isConnected) onLeave()
      })
    }
  }, [onLeave])
  return element
}

/** One upload: its file, its progress, why it is paused, and its actions. */
const UploadRow = memo(({ task, waitUntil, reasonAbove, ...actions }: UploadRowProps) => {
  const t = useTranslate()
  const { code } = useLocale()
  const { name, size, sentBytes, status, level } = task
  const row = useFocusedRowRemoval(actions.onLeave)
  const copyNote = getCopyText(task, t, code)
  // If the file is needed for another reason than a restart, the row still says so, because the reason
  // explains what happened to this file.
  const isFileAskedAbove = actions.hasChooseAllAbove && needsFileAfterRestart(task)
  const state = isFileAskedAbove
    ? t('files.reason.fileAbove')
    : formatUploadState(task, { t, locale: code, waitUntil })
  const isReasonShownAbove = status.state === 'PAUSED' && status.reason.kind === reasonAbove
  // A state in which the coach must act is shown on its own line in a striking colour, others among the
  // facts.
  const isAlarming = needsCoach(status) && !isFileAskedAbove
  // The buttons of a question follow it, and nothing is sent before it is answered.
  const isQuestion = isRepeat(status)
  const buttons = <UploadButtons task={task} {...actions} />
  // A file can be empty, but the maximum of a progress bar must be positive.
  const progressMax = Math.max(1, size)
  return (
    <li ref={row} className={classNames(styles.row, isFinal(status) && styles.done)}>
      <div className={styles.head}>
        <div className={styles.facts}>
          <p className={styles.name} translate="no">
            {name}
          </p>
          <p className={styles.progressFacts}>
            {!isReasonShownAbove && !isAlarming && <span>{state}</span>}
            <span>{getProgressText(task, t, code)}</span>
            {level !== 'private' && <span>{t(`files.tab.${level}`)}</span>}
          </p>
        </div>
        {!isQuestion && buttons}
      </div>
      {!isFinal(status) && !isQuestion && (
        <Progress value={sentBytes} max={progressMax} label={t('files.progressOf', { name })} />
      )}
      {!isReasonShownAbove && isAlarming && (
        <p className={classNames(styles.state, styles.alarming)}>{state}</p>
      )}
      {isQuestion && <div className={styles.answers}>{buttons}</div>}
      {copyNote !== undefined && !isQuestion && <p className={styles.hint}>{copyNote}</p>}
    </li>
  )
})
UploadRow.displayName = 'UploadRow'

/**
 * The number of rows shown at first, and added with every press. So the page stays fast with thousands of
 * files, and the list that a screen reader reads stays short.
 */
const rowsPerStep = 50

type Props = Omit<UploadRowProps, 'task' | 'moves'> & {
  tasks: readonly UploadTask[]
  /** Whether the order of the uploads matters: false for finished uploads. */
  isQueue?: boolean
}

/** Some of the uploads, and a button for more. */
export const UploadList = ({ tasks, isQueue = false, ...actions }: Props) => {
  const t = useTranslate()
  const { shown, showMoreButton } = useShowMore(tasks, {
    step: rowsPerStep,
    label: (count) => t('files.showMore', { count }),
    variant: 'secondary',
  })
  if (tasks.length === 0) return null
  return (
    <>
      <ul className={styles.rows}>
        {shown.map((task, index) => (
          <UploadRow
            key={task.id}
            task={task}
            moves={isQueue ? findMoves(tasks, index) : undefined}
            {...actions}
          />
        ))}
      </ul>
      {showMoreButton && <div>{showMoreButton}</div>}
    </>
  )
}
