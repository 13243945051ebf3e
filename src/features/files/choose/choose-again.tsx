import { useRef, useState } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import type { ChosenFile } from '../../../uploads/commands.ts'
import type { UploadClient } from '../../../uploads/contract.ts'
import type { UploadTask } from '../../../uploads/task.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import styles from '../files.module.css'
import { getGiveRefusalText } from './refusal-text.ts'
import { FileField, pickFiles, supportsFilePicker } from './file-sources.tsx'

type TaskFile = { task: UploadTask; chosenFile: ChosenFile }

/**
 * Matches chosen files with uploads by name and size; each upload gets at most one file. `otherFiles` are the
 * files without an upload. The upload worker also compares the content when it receives a file (`give`).
 */
export const matchFiles = (
  tasks: readonly UploadTask[],
  files: readonly ChosenFile[],
): { taskFiles: TaskFile[]; otherFiles: ChosenFile[] } => {
  const remainingTasks = [...tasks]
  const taskFiles: TaskFile[] = []
  const otherFiles: ChosenFile[] = []
  for (const chosenFile of files) {
    const { name, size } = chosenFile.file
    const index = remainingTasks.findIndex((task) => task.name === name && task.size === size)
    const [task] = index === -1 ? [] : remainingTasks.splice(index, 1)
    if (task) taskFiles.push({ task, chosenFile })
    else otherFiles.push(chosenFile)
  }
  return { taskFiles, otherFiles }
}

type ChooseAgainProps = {
  task: UploadTask
  uploads: UploadClient
  /** Gives the button less emphasis, for a list with a button for all files above it. */
  quiet?: boolean
}

/** Asks for the file of a task again, and reports when another file was chosen. */
export const ChooseAgain = ({ task, uploads, quiet = false }: ChooseAgainProps) => {
  const t = useTranslate()
  const field = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string>()

  const onChoose = async ([chosenFile]: ChosenFile[]) => {
    // The coach closed the file chooser.
    if (!chosenFile) return
    const result = await uploads.give(task.id, chosenFile)
    setRefusal(result.ok ? undefined : getGiveRefusalText(result.error, chosenFile.file.name, t))
  }

  const choose = async () => {
    // The browser's own file input replaces the missing file picker.
    if (!supportsFilePicker()) {
      field.current?.click()
      return
    }
    const { files, unreadable } = await pickFiles({ multiple: false })
    const [unreadableName] = unreadable
    if (unreadableName !== undefined) setRefusal(getGiveRefusalText('unreadable', unreadableName, t))
    await onChoose(files)
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
      <FileField ref={field} source="file" label={label} onChoose={(files) => void onChoose(files)} />
    </>
  )
}

type ChooseAllAgainProps = { tasks: readonly UploadTask[]; uploads: UploadClient }

/** Asks once for the files of several uploads that need them again. */
export const ChooseAllAgain = ({ tasks, uploads }: ChooseAllAgainProps) => {
  const t = useTranslate()
  const field = useRef<HTMLInputElement>(null)
  const [refusals, setRefusals] = useState<readonly string[]>([])

  const onChoose = async (files: readonly ChosenFile[]) => {
    const { taskFiles, otherFiles } = matchFiles(tasks, files)
    const refusalsByTask = await Promise.all(
      taskFiles.map(async ({ task, chosenFile }) => {
        const result = await uploads.give(task.id, chosenFile)
        return result.ok ? [] : [getGiveRefusalText(result.error, chosenFile.file.name, t)]
      }),
    )
    const otherRefusals = otherFiles.map(({ file }) => getGiveRefusalText('other-file', file.name, t))
    setRefusals([...refusalsByTask.flat(), ...otherRefusals])
  }

  const choose = async () => {
    // The browser's own file input replaces the missing file picker.
    if (!supportsFilePicker()) {
      field.current?.click()
      return
    }
    const { files, unreadable } = await pickFiles({ multiple: true })
    await onChoose(files)
    if (unreadable.length === 0) return
    const unreadableRefusals = unreadable.map((name) => getGiveRefusalText('unreadable', name, t))
    setRefusals((current) => [...current, ...unreadableRefusals])
  }

  const label = t('files.again.chooseAll')
  return (
    <Notice tone="warning">
      <p>{t('files.again.several', { count: tasks.length })}</p>
      {refusals.map((refusal, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two files can have the same name
        <p key={index} role="alert">
          {refusal}
        </p>
      ))}
      <Button onClick={() => void choose()}>{label}</Button>
      <FileField ref={field} source="files" label={label} onChoose={(files) => void onChoose(files)} />
    </Notice>
  )
}
