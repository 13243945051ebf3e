import { useState } from 'react'
import { useWords } from '../../i18n/use-words.ts'
import { Button } from '../../ui/button.tsx'
import type { UploadClient } from '../../workers/upload/contract.ts'
import type { UploadTask } from '../../workers/upload/task.ts'
import styles from './files.module.css'
import { UploadRow } from './upload-row.tsx'

/** Rows shown at first: the page stays quick with thousands of files. */
const step = 50

const isWaiting = ({ status }: UploadTask): boolean => status.state === 'INIT'

/** Some of the uploads, and a button for more of them. */
export const UploadList = ({ tasks, uploads }: { tasks: readonly UploadTask[]; uploads: UploadClient }) => {
  const t = useWords()
  const [shown, setShown] = useState(step)
  const hidden = tasks.length - shown
  const nextToStart = tasks.find(isWaiting)?.id
  if (tasks.length === 0) return null
  return (
    <>
      <ul className={styles.rows}>
        {tasks.slice(0, shown).map((task) => (
          <UploadRow
            key={task.id}
            task={task}
            uploads={uploads}
            canBeFirst={isWaiting(task) && task.id !== nextToStart}
          />
        ))}
      </ul>
      {hidden > 0 && (
        <div>
          <Button variant="secondary" onClick={() => setShown(shown + step)}>
            {t('files.showMore', { count: hidden })}
          </Button>
        </div>
      )}
    </>
  )
}
