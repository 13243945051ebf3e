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
import { Notice } from '../../../ui/feedback/notice.tsx'

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

type Given = { task: UploadTask; chosen: ChosenFile }

/**
 * Matches the chosen files with uploads, by name and size, each once. The engine checks the given files more
 * closely; `others` match no upload.
 */
export const filesOfTasks = (
  tasks: readonly UploadTask[],
  files: readonly ChosenFile[],
): { given: Given[]; others: ChosenFile[] } => {
  const without = [...tasks]
  const given: Given[] = []
  const others: ChosenFile[] = []
  for (const chosen of files) {
    const { name, size } = chosen.file
    const place = without.findIndex((task) => task.name === name && task.size === size)
    const [task] = place === -1 ? [] : without.splice(place, 1)
    if (task) given.push({ task, chosen })
    else others.push(chosen)
  }
  return { given, others }
}

/** Asks once for the files of several uploads that need them again after a restart. */
export const ChooseAllAgain = ({
  tasks,
  uploads,
}: {
  tasks: readonly UploadTask[]
  uploads: UploadClient
}) => {
  const t = useTranslate()
  const field = useRef<HTMLInputElement>(null)
  const [refusals, setRefusals] = useState<readonly string[]>([])

  const give = async (files: readonly ChosenFile[]) => {
    const { given, others } = filesOfTasks(tasks, files)
    const refused = await Promise.all(
      given.map(async ({ task, chosen }) => {
        const result = await uploads.give(task.id, chosen)
        return result.ok ? [] : [otherFileText(result.error, chosen.file.name, t)]
      }),
    )
    const strange = others.map(({ file }) => otherFileText('other-file', file.name, t))
    setRefusals([...refused.flat(), ...strange])
  }
  const choose = async () => {
    if (!canPick()) return field.current?.click()
    const { files, unreadable } = await pickFiles(true)
    await give(files)
    if (unreadable.length > 0)
      setRefusals((known) => [...known, ...unreadable.map((name) => otherFileText('unreadable', name, t))])
  }

  const label = t('files.again.chooseAll')
  return (
    <Notice tone="warning">
      <p>{t('files.again.several', { count: tasks.length })}</p>
      {refusals.map((refusal) => (
        <p key={refusal} role="alert">
          {refusal}
        </p>
      ))}
      <Button onClick={() => void choose()}>{label}</Button>
      <FileField ref={field} multiple label={label} onChoose={(files) => void give(files)} />
    </Notice>
  )
}
