import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import type { UploadClient } from '../../../uploads/contract.ts'
import {
  listButtons,
  isRepeat,
  resumesByItself,
  type UploadButton,
  type UploadTask,
} from '../../../uploads/task.ts'
import { ConfirmDialog } from '../../../ui/layout/confirm-dialog.tsx'
import styles from '../files.module.css'
import { needsChoosing } from './upload-buttons.tsx'

const labelMessages = {
  pause: 'files.pauseAll',
  resume: 'files.resumeAll',
  cancel: 'files.cancelAll',
} as const
type QueueCommand = keyof typeof labelMessages

const hasButton = (task: UploadTask, command: UploadButton): boolean =>
  listButtons(task.status).includes(command)

/**
 * Whether "Resume all" resumes a task. Excludes tasks that resume automatically, and tasks that first need an
 * answer of the coach: which file it is, or whether to send a stored file again.
 */
const canResumeWithOthers = (task: UploadTask): boolean =>
  hasButton(task, 'resume') && !resumesByItself(task.status) && !needsChoosing(task) && !isRepeat(task.status)

const listIdsWhere = (tasks: readonly UploadTask[], matches: (task: UploadTask) => boolean): string[] =>
  tasks.filter(matches).map(({ id }) => id)

type Props = {
  tasks: readonly UploadTask[]
  uploads: UploadClient
  /** Called before rows are removed, so that the parent can move the focus. */
  onLeave: () => void
  /** Called when the coach has confirmed to cancel all uploads, to stop adding files to the queue. */
  onCancelAll: () => void
}

/** Actions on all uploads at the same time, if there are several. */
export const QueueCommands = ({ tasks, uploads, onCancelAll, onLeave }: Props) => {
  const t = useTranslate()
  const [isConfirming, setIsConfirming] = useState(false)
  /** The tasks that each command applies to. */
  const ids: Record<QueueCommand, string[]> = {
    pause: listIdsWhere(tasks, (task) => hasButton(task, 'pause')),
    resume: listIdsWhere(tasks, canResumeWithOthers),
    cancel: listIdsWhere(tasks, (task) => hasButton(task, 'cancel')),
  }

  const renderButton = (command: QueueCommand, variant: 'secondary' | 'quiet', onClick: () => void) =>
    ids[command].length > 1 && (
      <Button variant={variant} onClick={onClick}>
        {t(labelMessages[command])}
      </Button>
    )

  return (
    <div className={styles.commands}>
      {renderButton('pause', 'secondary', () => void uploads.command(ids.pause, 'pause'))}
      {renderButton('resume', 'secondary', () => void uploads.command(ids.resume, 'resume'))}
      {renderButton('cancel', 'quiet', () => setIsConfirming(true))}
      {isConfirming && (
        <ConfirmDialog
          title={t('files.cancelAllTitle', { count: ids.cancel.length })}
          confirmLabel={t('files.cancelAllConfirm')}
          cancelLabel={t('files.cancelKeep')}
          onCancel={() => setIsConfirming(false)}
          onConfirm={() => {
            // The focus can move only after the dialog has been removed.
            flushSync(() => setIsConfirming(false))
            onLeave()
            onCancelAll()
            void uploads.cancelAll()
          }}
        >
          <p>{t('files.cancelAllBody')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
