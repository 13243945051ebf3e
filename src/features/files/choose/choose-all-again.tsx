import { useRef, useState } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { ChosenFile } from '../../../uploads/commands.ts'
import type { UploadClient } from '../../../uploads/contract.ts'
import type { UploadTask } from '../../../uploads/task.ts'
import { otherFileText } from '../upload-text.ts'
import { canPick, pickFiles } from './chosen-files.ts'
import { FileField } from './file-field.tsx'
import { filesOfTasks } from './files-of-tasks.ts'

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
