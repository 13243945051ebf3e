import { useState } from 'react'
import { useLocale } from '../../i18n/use-locale.ts'
import { useWords } from '../../i18n/use-words.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notify.ts'
import { Stack } from '../../ui/stack.tsx'
import type { StoredFile, UploadClient } from '../../workers/upload/contract.ts'
import type { AccessLevel } from '../../workers/upload/task.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { download } from './download.ts'
import styles from './files.module.css'
import { sizeWords } from './size-words.ts'
import { problemWords } from './upload-words.ts'

type Props = { file: StoredFile; level: AccessLevel; uploads: UploadClient; onDeleted: () => void }
type Busy = 'downloading' | 'deleting'

/** A stored file, to download or to delete. */
export const StoredFileRow = ({ file, level, uploads, onDeleted }: Props) => {
  const t = useWords()
  const { code } = useLocale()
  const [isAsking, setIsAsking] = useState(false)
  const [busy, setBusy] = useState<Busy>()
  const { key: name } = file
  const label = (action: string) => t('files.actionOn', { action, name })
  const date = new Intl.DateTimeFormat(code, { dateStyle: 'medium' }).format(file.lastModified)

  const save = async () => {
    setBusy('downloading')
    const answer = await download(uploads, level, name)
    setBusy(undefined)
    if (!answer.ok) notify.error(problemWords(answer.error, t))
  }

  const remove = async () => {
    setBusy('deleting')
    const answer = await uploads.remove(level, name)
    setBusy(undefined)
    setIsAsking(false)
    if (!answer.ok) return notify.error(problemWords(answer.error, t))
    onDeleted()
    return notify.success(t('files.stored.deleted', { name }))
  }

  return (
    <li className={styles.row}>
      <div className={styles.facts}>
        <p className={styles.name}>{name}</p>
        <p className={styles.hint}>{t('files.stored.facts', { size: sizeWords(file.size, code), date })}</p>
      </div>
      <Stack row gap="s">
        <Button
          variant="secondary"
          busy={busy === 'downloading'}
          aria-label={label(t('files.stored.download'))}
          onClick={() => void save()}
        >
          {t('files.stored.download')}
        </Button>
        <Button
          variant="quiet"
          aria-label={label(t('files.stored.delete'))}
          onClick={() => setIsAsking(true)}
        >
          {t('files.stored.delete')}
        </Button>
      </Stack>
      {isAsking && (
        <ConfirmDialog
          title={t('files.stored.deleteTitle', { name })}
          body={t('files.stored.deleteBody')}
          yes={t('files.stored.delete')}
          no={t('common.cancel')}
          busy={busy === 'deleting'}
          onYes={() => void remove()}
          onNo={() => setIsAsking(false)}
        />
      )}
    </li>
  )
}
