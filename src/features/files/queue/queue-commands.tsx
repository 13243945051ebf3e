import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import type { UploadClient } from '../../../uploads/contract.ts'
import {
  buttonsOf,
  isRepeat,
  resumesByItself,
  type UploadButton,
  type UploadTask,
} from '../../../uploads/task.ts'
import { ConfirmDialog } from '../../../ui/layout/confirm-dialog.tsx'
import styles from '../files.module.css'
import { needsChoosing } from './upload-buttons.tsx'

const labels = { pause: 'files.pauseAll', resume: 'files.resumeAll', cancel: 'files.cancelAll' } as const
type ForAll = keyof typeof labels

const idsOf = (tasks: readonly UploadTask[], which: (task: UploadTask) => boolean) =>
  tasks.filter(which).map(({ id }) => id)
const can = (command: UploadButton) => (task: UploadTask) => buttonsOf(task.status).includes(command)

type Props = { tasks: readonly UploadTask[]; uploads: UploadClient; onLeave: () => void }

/** Actions on all uploads at once, if there are several. */
export const QueueCommands = ({
  tasks,
  uploads,
  onCancelAll,
  onLeave,
}: Props & { onCancelAll: () => void }) => {
  const t = useTranslate()
  const [isConfirming, setIsConfirming] = useState(false)
  const ids: Record<ForAll, string[]> = {
    pause: idsOf(tasks, can('pause')),
    resume: idsOf(
      tasks,
      (task) =>
        can('resume')(task) &&
        !resumesByItself(task.status) &&
        !needsChoosing(task) &&
        !isRepeat(task.status),
    ),
    cancel: idsOf(tasks, can('cancel')),
  }

  const button = (command: ForAll, variant: 'secondary' | 'quiet', onClick: () => void) =>
    ids[command].length > 1 && (
      <Button variant={variant} onClick={onClick}>
        {t(labels[command])}
      </Button>
    )

  return (
    <div className={styles.commands}>
      {button('pause', 'secondary', () => void uploads.command(ids.pause, 'pause'))}
      {button('resume', 'secondary', () => void uploads.command(ids.resume, 'resume'))}
      {button('cancel', 'quiet', () => setIsConfirming(true))}
      {isConfirming && (
        <ConfirmDialog
          title={t('files.cancelAllTitle', { count: ids.cancel.length })}
          yes={t('files.cancelAllConfirm')}
          no={t('files.cancelKeep')}
          onNo={() => setIsConfirming(false)}
          onYes={() => {
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

/** Removes all these finished uploads from the list; a single one has its own button. */
export const ClearFinished = ({ tasks: finished, uploads, onLeave }: Props) => {
  const t = useTranslate()
  if (finished.length < 2) return null
  return (
    <div className={styles.commands}>
      <Button
        variant="quiet"
        onClick={() => {
          onLeave()
          void uploads.dismiss(finished.map(({ id }) => id))
        }}
      >
        {t('files.clearFinished')}
      </Button>
    </div>
  )
}
