import { useRef, useState } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import type { ChosenFile } from '../../../uploads/commands.ts'
import type { UploadClient } from '../../../uploads/contract.ts'
import type { UploadTask } from '../../../uploads/task.ts'
import { canPick, pickFiles } from './chosen-files.ts'
import { FileField } from './file-field.tsx'
import styles from '../files.module.css'
import { otherFileText } from '../upload-text.ts'

/** Asks for the file of a task again after a restart, and reports when another file was chosen. */
export const ChooseAgain = ({
  task,
  uploads,
  quiet = false,
}: {
  task: UploadTask
  uploads: UploadClient
  /** One of several buttons for it. */
  quiet?: boolean
}) => {
  const t = useTranslate()
  const field = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string>()

  const give = async ([chosen]: ChosenFile[]) => {
    if (!chosen) return
    const given = await uploads.give(task.id, chosen)
    setRefusal(given.ok ? undefined : otherFileText(given.error, chosen.file.name, t))
  }

  const choose = async () => {
    if (!canPick()) return field.current?.click()
    const { files, unreadable } = await pickFiles(false)
    const [name] = unreadable
    if (name !== undefined) setRefusal(otherFileText('unreadable', name, t))
    return give(files)
  }

  const label = t('files.button.chooseAgain')
  return (
    <>
      {refusal !== undefined && (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
      <Button
        variant={quiet ? 'quiet' : 'primary'}
        aria-label={t('files.actionOn', { action: label, name: task.name })}
        onClick={() => void choose()}
      >
        {label}
      </Button>
      <FileField ref={field} label={label} onChoose={(files) => void give(files)} />
    </>
  )
}
