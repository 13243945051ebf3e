import { useTranslate } from '../../i18n/use-translate.ts'
import { aloneLink } from '../../ui/alone-link.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import styles from './outbox-screen.module.css'

/** Links to the screen of uploads, for a person who looks here for everything that waits. */
export const WaitingFiles = ({ count }: { count: number }) => {
  const t = useTranslate()
  return (
    <p className={styles.files}>
      <span>{t('outbox.filesWait', { count })}</span>
      <LocaleLink to="files" className={aloneLink}>
        {t('sync.openFiles')}
      </LocaleLink>
    </p>
  )
}
