import { useRef, useState } from 'react'
import { useWords } from '../../i18n/use-words.ts'
import { Button } from '../../ui/button.tsx'
import type { ChosenFile, UploadClient } from '../../workers/upload/contract.ts'
import type { UploadTask } from '../../workers/upload/task.ts'
import { canPick, fieldFiles, pickFiles } from './chosen-files.ts'
import styles from './files.module.css'
import { otherFileWords } from './upload-words.ts'

/** Asks for the file of a task again after a restart, and says so when it is another one. */
export const ChooseAgain = ({ task, uploads }: { task: UploadTask; uploads: UploadClient }) => {
  const t = useWords()
  const field = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string>()

  const give = async ([chosen]: ChosenFile[]) => {
    if (!chosen) return
    const answer = await uploads.give(task.id, chosen)
    setRefusal(answer.ok ? undefined : otherFileWords(answer.error, chosen.file.name, t))
  }

  const choose = async () => {
    if (canPick()) await give(await pickFiles(false))
    else field.current?.click()
  }

  const words = t('files.button.chooseAgain')
  return (
    <>
      {refusal !== undefined && (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
      <Button
        aria-label={t('files.actionOn', { action: words, name: task.name })}
        onClick={() => void choose()}
      >
        {words}
      </Button>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={words}
        onChange={({ currentTarget }) => {
          void give(fieldFiles(currentTarget))
          currentTarget.value = ''
        }}
      />
    </>
  )
}
