import { useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { countUnsent } from '../../outbox/count-unsent.ts'
import type { Pending } from '../../outbox/outbox.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { NameList } from '../../ui/feedback/name-list.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TypedWordForm } from '../../ui/form/typed-word-form.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Dialog } from '../../ui/layout/dialog.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import styles from './profile.module.css'

export type DataActions = {
  /**
   * The numbers of entries and the names of files that exist only on this device. They would be lost with its data.
   */
  unsent: Pending & { uploads: readonly string[] }
  /**
   * Saves a file with everything that is known about the coach. `missing` is the number of parts that could
   * not be read. Resolves to undefined, and saves nothing, if the session ended before everything was read.
   */
  download: () => Promise<{ missing: number } | undefined>
  /** Deletes the coach's data from this device. */
  erase: () => Promise<void>
}

type DialogProps = Omit<DataActions, 'download'> & { open: boolean; onClose: () => void }

/** Asks for a typed word before deleting everything on this device, and lists what would be lost. */
const EraseDialog = ({ open, unsent, erase, onClose }: DialogProps) => {
  const t = useTranslate()
  const word = t('profile.eraseWord')
  const { uploads } = unsent
  const entryCount = countUnsent(unsent)
  return (
    <Dialog open={open} onClose={onClose} title={t('profile.eraseTitle')}>
      <TypedWordForm
        word={word}
        label={t('profile.eraseType', { word })}
        wordMessage="profile.eraseWordNeeded"
        failureMessage="profile.eraseFailed"
        submitLabel={t('profile.erase')}
        onConfirm={erase}
        onCancel={onClose}
      >
        <p>{t('profile.eraseBody')}</p>
        <p>{t('profile.eraseOthers')}</p>
        {entryCount + uploads.length > 0 ? (
          <Notice tone="warning" title={t('profile.eraseLoses')}>
            {entryCount > 0 && <p>{t('profile.eraseEntries', { count: entryCount })}</p>}
            {uploads.length > 0 && <p>{t('profile.eraseUploads', { count: uploads.length })}</p>}
            <NameList names={uploads} />
          </Notice>
        ) : (
          <p>{t('profile.eraseAllSent')}</p>
        )}
      </TypedWordForm>
    </Dialog>
  )
}

/** Saves all of the coach's data as a file, or deletes it from this device. */
export const DataPage = ({ actions }: { actions: DataActions }) => {
  const t = useTranslate()
  const { busy, run } = useBusy()
  const [isDialogOpen, setIsDialogOpen] = useState(false)

  const download = async () => {
    try {
      const result = await actions.download()
      if (!result) notify.error(t('profile.downloadEnded'))
      else if (result.missing > 0) notify.error(t('profile.downloadIncomplete', { count: result.missing }))
      else notify.success(t('profile.downloaded'))
    } catch {
      notify.error(t('error.unexpected'))
    }
  }

  return (
    <>
      <Card>
        <h2 className={styles.cardTitle}>{t('profile.downloadTitle')}</h2>
        <p>{t('profile.downloadBody')}</p>
        <ButtonRow>
          <Button variant="secondary" busy={busy} onClick={() => run(download)}>
            {t('profile.download')}
          </Button>
        </ButtonRow>
      </Card>
      <Card>
        <h2 className={styles.cardTitle}>{t('profile.deviceTitle')}</h2>
        <p>{t('profile.eraseIntro')}</p>
        <ButtonRow>
          <Button variant="dangerOutline" onClick={() => setIsDialogOpen(true)}>
            {t('profile.erase')}
          </Button>
        </ButtonRow>
      </Card>
      <EraseDialog
        open={isDialogOpen}
        unsent={actions.unsent}
        erase={actions.erase}
        onClose={() => setIsDialogOpen(false)}
      />
    </>
  )
}
