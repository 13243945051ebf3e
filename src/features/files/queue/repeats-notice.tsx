import { useEffect } from 'react'
import { getFullName } from '../../../stored-files/deletions/deletion-records.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import type { UploadClient } from '../../../uploads/contract.ts'
import type { UploadTask } from '../../../uploads/task.ts'

type Commands = Pick<UploadClient, 'command' | 'dismiss'>

type Props = {
  /** The uploads that ask whether to send a stored file again. */
  tasks: readonly UploadTask[]
  uploads: Commands
  /** The names of stored files that are about to be deleted, as `getFullName` writes them. */
  hiddenFiles: ReadonlySet<string>
  /** Called before the notice is removed, so that the parent can move the focus. */
  onLeave: () => void
}

const listIds = (tasks: readonly UploadTask[]) => tasks.map(({ id }) => id)

/**
 * Cancels repeats, which are uploads of files that are already stored. Also removes them from the list: no
 * byte was sent, so there is nothing to report.
 */
export const discardRepeats = async (tasks: readonly UploadTask[], uploads: Commands): Promise<void> => {
  await uploads.command(listIds(tasks), 'cancel')
  await uploads.dismiss(listIds(tasks))
}

/** Whether the stored file that a task would repeat is about to be deleted. */
const isBeingDeleted = ({ level, status }: UploadTask, hiddenFiles: ReadonlySet<string>): boolean =>
  status.state === 'PAUSED' &&
  status.reason.kind === 'already-stored' &&
  // With `uploading`, the file repeats another upload, not a stored file.
  status.reason.uploading === undefined &&
  hiddenFiles.has(getFullName({ level, key: status.reason.key }))

/**
 * Resumes uploads whose stored file is about to be deleted: a coach who deletes a file and chooses it again
 * wants to replace it.
 */
const useResumeReplaced = ({ tasks, uploads, hiddenFiles }: Props): void => {
  const tasksToResume = tasks.filter((task) => isBeingDeleted(task, hiddenFiles))
  // One string, because an effect compares its dependencies by identity. Ids contain no spaces.
  const idsToResume = listIds(tasksToResume).join(' ')
  useEffect(() => {
    if (idsToResume !== '') void uploads.command(idsToResume.split(' '), 'resume')
  }, [idsToResume, uploads])
}

/**
 * Asks once whether to send several files that are already stored again. The coach can also decide about each
 * upload in its row.
 */
export const RepeatsNotice = (props: Props) => {
  const { tasks, uploads, onLeave } = props
  const t = useTranslate()
  useResumeReplaced(props)
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
