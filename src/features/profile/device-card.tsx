import { useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useBusy } from '../../ui/use-busy.ts'
import { EraseDialog, type Unsent } from './erase-dialog.tsx'
import { ProfileSection } from './profile-section.tsx'
import styles from './profile.module.css'

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
