import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import type { QueueMove } from '../../../uploads/commands.ts'
import type { UploadClient } from '../../../uploads/contract.ts'
import { isFinal, isRepeat, needsCoach, type UploadTask } from '../../../uploads/task.ts'
import { classNames } from '../../../ui/class-names.ts'
import styles from '../files.module.css'
import { ChooseAllAgain } from '../choose/choose-again.tsx'
import { QueueCommands, ClearFinished } from './queue-commands.tsx'
import { needsChoosing } from './upload-buttons.tsx'
import { positionAfterMove, UploadList } from './upload-list.tsx'
import { StoredAlready } from './stored-already.tsx'
import { reasonText } from '../upload-text.ts'
import { useUploads } from '../../../uploads/use-uploads.ts'
import { useThrottled } from '../use-throttled.ts'
import { Fold } from '../../../ui/layout/fold.tsx'

/**
 * The time between two announcements, so that many small files are announced as one number. Progress within a
 * file is never announced.
 */
const announcementIntervalMs = 4000

/** Returns a summary of all uploads: the text on screen, and its less frequent announcement. */
const useSummary = (tasks: readonly UploadTask[]) => {
  const t = useTranslate()
  const completedCount = tasks.filter(({ status }) => status.state === 'COMPLETED').length
  const count = tasks.filter(({ status }) => status.state !== 'CANCELLED').length
  const needingCoach = tasks.filter(({ status }) => needsCoach(status)).length
  const summary = t('files.summary', { done: completedCount, count })
  const text = needingCoach > 0 ? `${summary} · ${t('files.needYou', { count: needingCoach })}` : summary
  const visibleText = count > 0 ? text : ''
  return { visibleText, announcement: useThrottled(visibleText, announcementIntervalMs) }
}

/** If more uploads than this are finished, their list is folded. */
const maxUnfolded = 3

/** The finished uploads, the latest one first. */
const FinishedUploads = (props: Omit<ComponentProps<typeof UploadList>, 'isQueue'>) => {
  const t = useTranslate()
  const { tasks } = props
  if (tasks.length === 0) return null
  const list = (
    <>
      <ClearFinished {...props} />
      <UploadList {...props} />
    </>
  )
  if (tasks.length <= maxUnfolded) return list
  return (
    <Fold lazy summary={<strong>{t('files.finished', { count: tasks.length })}</strong>}>
      {list}
    </Fold>
  )
}

/** Reasons that apply to all uploads at the same time. */
const sharedReasons = ['offline', 'foreign-answer'] as const

const findSharedReason = (tasks: readonly UploadTask[]) =>
  sharedReasons.find((kind) =>
    tasks.some(({ status }) => status.state === 'PAUSED' && status.reason.kind === kind),
  )

type Props = {
  uploads: UploadClient
  /** Finished uploads that are in the list of stored files. */
  listedUploads: ReadonlySet<UploadTask>
  /** The names of stored files that are about to be deleted, as `fileName` writes them. */
  hiddenFiles: ReadonlySet<string>
  /** Called when all uploads are cancelled: chosen files that are not in the queue yet must not enter it. */
  onCancelAll: () => void
  /** Called when the last row has been removed while it had the focus. */
  onLostFocus: () => void
}

/** The uploads of this device, in the order in which they are sent. */
export const UploadQueue = ({ uploads, listedUploads, hiddenFiles, onCancelAll, onLostFocus }: Props) => {
  const t = useTranslate()
  const heading = useRef<HTMLHeadingElement>(null)
  const [moveAnnouncement, setMoveAnnouncement] = useState('')
  const { tasks, network, elsewhere } = useUploads(uploads)
  const summary = useSummary(tasks)
  const queue = tasks.filter(({ status }) => !isFinal(status))
  const tasksWithoutFile = queue.filter(needsChoosing)
  const finishedTasks = tasks.filter((task) => isFinal(task.status) && !listedUploads.has(task)).reverse()

  const reasonAbove = network.held ?? findSharedReason(queue)

  const isEmpty = queue.length + finishedTasks.length === 0
  useEffect(() => {
    // `onLeave` has moved the focus to the heading, which is hidden with the last row.
    if (isEmpty && document.activeElement === heading.current) onLostFocus()
  }, [isEmpty, onLostFocus])

  const onLeave = () => heading.current?.focus()
  const onMove = async (task: UploadTask, move: QueueMove) => {
    await uploads.move(task.id, move)
    const place = positionAfterMove(queue.indexOf(task), move)
    setMoveAnnouncement(t('files.moved', { name: task.name, place, count: queue.length }))
  }
  const listProps = {
    uploads,
    onLeave,
    onMove: (task: UploadTask, move: QueueMove) => void onMove(task, move),
  }

  return (
    <>
      {/* Also announced when the last row has moved to the list of stored files. */}
      <VisuallyHidden live>{summary.announcement}</VisuallyHidden>
      <VisuallyHidden live>{moveAnnouncement}</VisuallyHidden>
      <section aria-labelledby="uploads" className={styles.section} hidden={isEmpty}>
        {/* For a single upload, `styles.single` hides the heading and the summary. */}
        <div
          className={classNames(styles.queueHead, queue.length + finishedTasks.length === 1 && styles.single)}
        >
          <h2 id="uploads" ref={heading} tabIndex={-1}>
            {t('files.queue')}
          </h2>
          <p className={styles.hint} aria-hidden="true">
            {summary.visibleText}
          </p>
        </div>
        {reasonAbove && queue.length > 0 && (
          <Notice tone="info">{reasonText({ kind: reasonAbove }, t)}</Notice>
        )}
        {elsewhere && queue.length > 0 && <Notice tone="info">{t('files.elsewhere')}</Notice>}
        <QueueCommands tasks={tasks} uploads={uploads} onCancelAll={onCancelAll} onLeave={onLeave} />
        <StoredAlready
          tasks={queue.filter(({ status }) => isRepeat(status))}
          uploads={uploads}
          hiddenFiles={hiddenFiles}
          onLeave={onLeave}
        />
        {tasksWithoutFile.length > 1 && <ChooseAllAgain tasks={tasksWithoutFile} uploads={uploads} />}
        <UploadList
          tasks={queue}
          isQueue
          hasChooseAllAbove={tasksWithoutFile.length > 1}
          waitUntil={network.waitUntil}
          reasonAbove={reasonAbove}
          {...listProps}
        />
        <FinishedUploads tasks={finishedTasks} {...listProps} />
      </section>
    </>
  )
}
