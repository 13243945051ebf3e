import { useState } from 'react'
import { useWords } from '../../i18n/use-words.ts'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import type { ChosenFile, UploadClient } from '../../workers/upload/contract.ts'
import { accessLevels, type AccessLevel } from '../../workers/upload/task.ts'
import { ChooseFiles } from './choose-files.tsx'
import { StoredFiles } from './stored-files.tsx'
import { UploadQueue } from './upload-queue.tsx'
import { refusalWords } from './upload-words.ts'
import { useUploads } from './use-uploads.ts'

/** A person's own files come first on the screen, though `public` is the default of the storage calls. */
const levels = accessLevels.toReversed()

/** Choose files, see them go, and find what is stored. */
export const FilesScreen = ({ uploads, customer }: { uploads: UploadClient; customer: string }) => {
  const t = useWords()
  const { durable, broken } = useUploads(uploads)
  const [level, setLevel] = useState<AccessLevel>('private')
  const [remarks, setRemarks] = useState<string[]>([])

  const add = async (files: ChosenFile[], folders: string[] = []) => {
    const outcomes = await uploads.add(level, files)
    const known = outcomes.flatMap((outcome, index) =>
      outcome.ok && outcome.value.known ? [t('files.known', { name: files[index]?.file.name ?? '' })] : [],
    )
    const refused = outcomes.flatMap((outcome) => refusalWords(outcome, t) ?? [])
    setRemarks([...folders.map((name) => t('files.refusal.folder', { name })), ...refused, ...known])
  }

  return (
    <Page title={t('files.title')} intro={t('files.intro')}>
      <RadioGroup
        legend={t('files.level.legend')}
        name="level"
        value={level}
        options={levels.map((value) => ({ value, label: t(`files.level.${value}`) }))}
        onChange={(value) => setLevel(levels.find((one) => one === value) ?? level)}
      />
      <ChooseFiles onChoose={(files, folders) => void add(files, folders)} />
      {remarks.length > 0 && (
        <Notice tone="warning">
          {remarks.map((remark) => (
            <p key={remark}>{remark}</p>
          ))}
        </Notice>
      )}
      {broken && <Notice tone="error">{t('files.broken')}</Notice>}
      {!durable && <Notice tone="warning">{t('files.notDurable')}</Notice>}
      <UploadQueue uploads={uploads} />
      <StoredFiles key={level} uploads={uploads} customer={customer} level={level} />
    </Page>
  )
}
