import { useEffect, useRef, useState } from 'react'
import type { Translate } from '../../../i18n/translate.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import type { QueueMove } from '../../../uploads/commands.ts'
import type { UploadClient, UploadSnapshot } from '../../../uploads/contract.ts'
import { isFinal, isRepeat, needsCoach, type UploadTask } from '../../../uploads/task.ts'
import { classNames } from '../../../ui/class-names.ts'
import { useUploads } from '../../../uploads/use-uploads.ts'
import styles from '../files.module.css'
import { ChooseAllAgain } from '../choose/choose-again.tsx'
import { formatPauseReason } from './upload-state-text.ts'
import { useThrottled } from '../use-throttled.ts'
import { QueueCommands } from './queue-commands.tsx'
import { FinishedUploads } from './finished-uploads.tsx'
import { needsChoosing } from './upload-buttons.tsx'
import { getPositionAfterMove, UploadList } from './upload-list.tsx'
import { RepeatsNotice } from './repeats-notice.tsx'

/**
 * The time between two announcements, so that many small files are announced as one number. Progress within a
 * file is never announced.
 */
const announcementIntervalMs = 4000

/**
 * Returns a summary such as "2 of 5 uploads done · 1 needs attention", or an empty text if there are no
 * uploads.
 */
const getSummaryText = (tasks: readonly UploadTask[], t: Translate): string => {
  const doneCount = tasks.filter(({ status }) => status.state === 'COMPLETED').length
  const count = tasks.filter(({ status }) => status.state !== 'CANCELLED').length
  if (count === 0) return ''
  const summary = t('files.summary', { done: doneCount, count })
  const needCoachCount = tasks.filter(({ status }) => needsCoach(status)).length
  return needCoachCount > 0 ? `${summary} · ${t('files.needYou', { count: needCoachCount })}` : summary
}

/**
 * Reasons for a pause that apply to all uploads at the same time. `foreign-answer`: something else on the
 * network, such as a Wi-Fi sign-in page, responds in place of the object store.
 */
const sharedReasons = ['offline', 'foreign-answer'] as const

/** Returns the reason that is shown once, above the list, instead of in each row. */
const findSharedReason = (tasks: readonly UploadTask[]) =>
  sharedReasons.find((kind) =>
    tasks.some(({ status }) => status.state === 'PAUSED' && status.reason.kind === kind),
  )

/** `held` is why the coach's settings for connections hold back all uploads. */
type ReasonAbove = NonNullable<UploadSnapshot['network']['held']> | (typeof sharedReasons)[number]

/**
 * Returns the text of the reason above the list. The reason `offline` also occurs while the app has a
 * connection: then only the object store does not respond, for example because a very slow line still carries
 * earlier bytes.
 */
const getReasonAboveText = (reason: ReasonAbove, isOffline: boolean, t: Translate): string =>
  reason === 'offline' && !isOffline ? t('files.reason.noResponse') : formatPauseReason({ kind: reason }, t)

type Props = {
  uploads: UploadClient
  /** Whether the app has no connection. */
  isOffline: boolean
  /** Finished uploads whose files are in the list of stored files. The queue leaves them out. */
  listedUploads: ReadonlySet<UploadTask>
  /** The names of stored files that are about to be deleted, as `getFullName` writes them. */
  hiddenFiles: ReadonlySet<string>
  /**
   * Called when the coach cancels all uploads, because files that are still being added must not enter the
   * queue.
   */
  onCancelAll: () => void
  /** Called when the last row has been removed while it had the focus. */
  onLostFocus: () => void
}

/** Provides the moves in the queue, and the announcement of the last move for screen readers. */
const useMoves = (uploads: UploadClient, queue: readonly UploadTask[]) => {
  const t = useTranslate()
  const [announcement, setAnnouncement] = useState('')
  const move = async (task: UploadTask, queueMove: QueueMove) => {
    await uploads.move(task.id, queueMove)
    // `queue` is still the queue of the render before the move.
    const position = getPositionAfterMove(queue.indexOf(task), queueMove)
    setAnnouncement(t('files.moved', { name: task.name, place: position, count: queue.length }))
  }
  return { announcement, onMove: (task: UploadTask, queueMove: QueueMove) => void move(task, queueMove) }
}

/** The uploads of this device, in the order of sending. */
export const UploadQueue = ({
  uploads,
  isOffline,
  listedUploads,
  hiddenFiles,
  onCancelAll,
  onLostFocus,
}: Props) => {
  const t = useTranslate()
  const heading = useRef<HTMLHeadingElement>(null)
  const { tasks, network, isOwnedByOtherTab } = useUploads(uploads)
  const summary = getSummaryText(tasks, t)
  const summaryAnnouncement = useThrottled(summary, announcementIntervalMs)
  const queue = tasks.filter(({ status }) => !isFinal(status))
  const repeats = queue.filter(({ status }) => isRepeat(status))
  const tasksWithoutFile = queue.filter(needsChoosing)
  // The latest first.
  const finishedTasks = tasks.filter((task) => isFinal(task.status) && !listedUploads.has(task)).reverse()
  const { announcement: moveAnnouncement, onMove } = useMoves(uploads, queue)

  const reasonAbove = network.held ?? findSharedReason(queue)
  const rowCount = queue.length + finishedTasks.length
  const isEmpty = rowCount === 0
  useEffect(() => {
    // `onLeave` has moved the focus to the heading, which is hidden with the last row.
    if (isEmpty && document.activeElement === heading.current) onLostFocus()
  }, [isEmpty, onLostFocus])

  const onLeave = () => heading.current?.focus()
  const listProps = { uploads, onLeave, onMove }

  return (
    <>
      {/* Also announced when the last row has moved to the list of stored files. */}
      <VisuallyHidden live>{summaryAnnouncement}</VisuallyHidden>
      <VisuallyHidden live>{moveAnnouncement}</VisuallyHidden>
      <section
        aria-labelledby="uploads"
        className={classNames(styles.section, styles.queue)}
        hidden={isEmpty}
      >
        {/* A single row, and the line of the finished uploads, say as much as the heading and the summary. */}
        <div
          className={classNames(
            styles.queueHead,
            (rowCount === 1 || queue.length === 0) && styles.hiddenHead,
          )}
        >
          <h2 id="uploads" ref={heading} tabIndex={-1}>
            {t('files.queue')}
          </h2>
          <p className={styles.hint} aria-hidden="true">
            {summary}
          </p>
        </div>
        {reasonAbove && queue.length > 0 && (
          <Notice tone="info">{getReasonAboveText(reasonAbove, isOffline, t)}</Notice>
        )}
        {/* Only the tab that owns the uploads sends them. */}
        {isOwnedByOtherTab && queue.length > 0 && <Notice tone="info">{t('files.elsewhere')}</Notice>}
        <QueueCommands tasks={tasks} uploads={uploads} onCancelAll={onCancelAll} onLeave={onLeave} />
        <RepeatsNotice tasks={repeats} uploads={uploads} hiddenFiles={hiddenFiles} onLeave={onLeave} />
        {tasksWithoutFile.length > 1 && <ChooseAllAgain tasks={tasksWithoutFile} uploads={uploads} />}
        <UploadList
          tasks={queue}
          isQueue
          hasChooseAllAbove={tasksWithoutFile.length > 1}
          isAskedAbove={repeats.length > 1}
          waitUntil={network.waitUntil}
          reasonAbove={reasonAbove}
          {...listProps}
        />
        <FinishedUploads tasks={finishedTasks} {...listProps} />
      </section>
    </>
  )
}
