import { useEffect } from 'react'
import { fileName } from '../../../stored-files/deletions/deletion-records.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import type { UploadClient } from '../../../uploads/contract.ts'
import type { UploadTask } from '../../../uploads/task.ts'

type Commands = Pick<UploadClient, 'command' | 'dismiss'>

const listIds = (tasks: readonly UploadTask[]) => tasks.map(({ id }) => id)

/** Discards uploads of files that are stored already: no byte of them was sent, so they leave the list. */
export const discardRepeats = async (tasks: readonly UploadTask[], uploads: Commands): Promise<void> => {
  await uploads.command(listIds(tasks), 'cancel')
  await uploads.dismiss(listIds(tasks))
}

/** Whether the stored file that a task would repeat is about to be deleted. */
const isBeingDeleted = ({ level, status }: UploadTask, hiddenFiles: ReadonlySet<string>): boolean =>
  status.state === 'PAUSED' &&
  status.reason.kind === 'already-stored' &&
  // A file that was chosen twice is not stored yet, even if a stored file had its name.
  status.reason.uploading === undefined &&
  hiddenFiles.has(fileName({ level, key: status.reason.key }))

/**
 * Asks once about several uploads of files that are stored already. The person can also decide about each in
 * its row.
 */
export const StoredAlready = ({
  tasks,
  uploads,
  hiddenFiles,
  onLeave,
}: {
  tasks: readonly UploadTask[]
  uploads: Commands
  /** The names of stored files that are about to be deleted, as `fileName` writes them. */
  hiddenFiles: ReadonlySet<string>
  onLeave: () => void
}) => {
  const t = useTranslate()
  const tasksToResume = tasks.filter((task) => isBeingDeleted(task, hiddenFiles))
  // A text, because an effect compares its dependencies by identity. Ids contain no spaces.
  const idsToResume = listIds(tasksToResume).join(' ')
  useEffect(() => {
    // A person who deletes a file and chooses it again wants it uploaded.
    if (idsToResume !== '') void uploads.command(idsToResume.split(' '), 'resume')
  }, [idsToResume, uploads])
  if (tasks.length < 2) return null
  return (
    <Notice tone="warning">
      <p>{t('files.repeats', { count: tasks.length })}</p>
      <Stack row gap="s">
        <Button
          onClick={() => {
            onLeave()
            void discardRepeats(tasks, uploads)
          }}
        >
          {t('files.repeatsLeaveOut')}
        </Button>
        <Button
          variant="secondary"
          onClick={() => {
            onLeave()
            void uploads.command(listIds(tasks), 'resume')
          }}
        >
          {t('files.repeatsUpload')}
        </Button>
      </Stack>
    </Notice>
  )
}
