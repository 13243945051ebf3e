import { useWords } from '../../i18n/use-words.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'
import type { UploadClient } from '../../workers/upload/contract.ts'
import { buttonsOf, isFinal, type UploadButton, type UploadTask } from '../../workers/upload/task.ts'
import { Announcer } from './announcer.tsx'
import styles from './files.module.css'
import { UploadList } from './upload-list.tsx'
import { useUploads } from './use-uploads.ts'

const can = (command: UploadButton) => (task: UploadTask) => buttonsOf(task.status).includes(command)
const ids = (tasks: readonly UploadTask[]) => tasks.map(({ id }) => id)

/** The uploads of this device, in the order in which they are sent. */
export const UploadQueue = ({ uploads }: { uploads: UploadClient }) => {
  const t = useWords()
  const { tasks } = useUploads(uploads)
  const pausable = ids(tasks.filter(can('pause')))
  const resumable = ids(tasks.filter(can('resume')))
  const finished = ids(tasks.filter(({ status }) => isFinal(status)))

  return (
    <section aria-labelledby="uploads" className={styles.section} hidden={tasks.length === 0}>
      <h2 id="uploads">{t('files.queue')}</h2>
      <Announcer tasks={tasks} />
      <Stack row gap="s">
        {pausable.length > 1 && (
          <Button variant="secondary" onClick={() => void uploads.command(pausable, 'pause')}>
            {t('files.pauseAll')}
          </Button>
        )}
        {resumable.length > 1 && (
          <Button variant="secondary" onClick={() => void uploads.command(resumable, 'resume')}>
            {t('files.resumeAll')}
          </Button>
        )}
        {finished.length > 0 && (
          <Button variant="quiet" onClick={() => void uploads.dismiss(finished)}>
            {t('files.clearFinished')}
          </Button>
        )}
      </Stack>
      <UploadList tasks={tasks.filter(({ status }) => !isFinal(status))} uploads={uploads} />
      <UploadList tasks={tasks.filter(({ status }) => isFinal(status)).toReversed()} uploads={uploads} />
    </section>
  )
}
