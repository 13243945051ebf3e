import { useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useBusy } from '../../ui/use-busy.ts'
import { ProfileSection } from './profile-section.tsx'
import styles from './profile.module.css'
import { Dialog } from '../../ui/layout/dialog.tsx'
import { NameList } from '../../ui/feedback/name-list.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TypedWordForm } from '../../ui/form/typed-word-form.tsx'

/** What exists only on this device. */
type Unsent = { toSend: number; needsYou: number; uploads: readonly string[] }

export type DeviceActions = {
  /** What would be lost with this device's data. */
  unsent: Unsent
  /**
   * Saves a file with everything that is known about the coach. Resolves to the number of parts that could
   * not be read; undefined if nothing was saved, because the session ended meanwhile.
   */
  download: () => Promise<{ missing: number } | undefined>
  erase: () => Promise<void>
}

/** The actions on all of the coach's data. */
export const DeviceCard = ({ actions }: { actions: DeviceActions }) => {
  const t = useTranslate()
  const { busy, run } = useBusy()
  const [isDialogOpen, setIsDialogOpen] = useState(false)

  const download = async () => {
    try {
      const saved = await actions.download()
      if (!saved) notify.error(t('profile.downloadEnded'))
      else if (saved.missing > 0) notify.error(t('profile.downloadIncomplete', { count: saved.missing }))
      else notify.success(t('profile.downloaded'))
    } catch {
      notify.error(t('error.unexpected'))
    }
  }

  return (
    <ProfileSection id="data" title={t('profile.data')}>
      <p>{t('profile.dataBody')}</p>
      <ul className={styles.rows}>
        <li>
          <LocaleLink to="storage" className={buttonClass('row')}>
            {t('storage.link')}
          </LocaleLink>
        </li>
        <li>
          <LocaleLink to="install" className={buttonClass('row')}>
            {t('install.title')}
          </LocaleLink>
        </li>
        <li>
          <Button variant="row" busy={busy} onClick={() => run(download)}>
            {t('profile.download')}
          </Button>
        </li>
        <li>
          <Button variant="dangerRow" onClick={() => setIsDialogOpen(true)}>
            {t('profile.erase')}
          </Button>
        </li>
      </ul>
      <EraseDialog
        open={isDialogOpen}
        unsent={actions.unsent}
        erase={actions.erase}
        onClose={() => setIsDialogOpen(false)}
      />
    </ProfileSection>
  )
}

type DialogProps = Omit<DeviceActions, 'download'> & { open: boolean; onClose: () => void }

/** Asks for a typed word before deleting everything on this device, and lists what would be lost. */
const EraseDialog = ({ open, unsent: { toSend, needsYou, uploads }, erase, onClose }: DialogProps) => {
  const t = useTranslate()
  const word = t('profile.eraseWord')
  const entries = toSend + needsYou
  return (
    <Dialog open={open} onClose={onClose} title={t('profile.eraseTitle')}>
      <TypedWordForm
        word={word}
        label={t('profile.eraseType', { word })}
        needed="profile.eraseWordNeeded"
        failed="profile.eraseFailed"
        submit={t('profile.erase')}
        act={erase}
        onCancel={onClose}
      >
        <p>{t('profile.eraseBody')}</p>
        <p>{t('profile.eraseOthers')}</p>
        {entries + uploads.length > 0 ? (
          <Notice tone="warning" title={t('profile.eraseLoses')}>
            {entries > 0 && <p>{t('profile.eraseEntries', { count: entries })}</p>}
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
