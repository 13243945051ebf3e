import { useTranslate } from '../i18n/use-translate.ts'
import { Spinner } from '../ui/feedback/spinner.tsx'
import styles from './route-pending.module.css'

/** Shown while a page takes noticeably long to load. */
export const RoutePending = () => {
  const t = useTranslate()
  return (
    <div className={styles.pending}>
      <Spinner label={t('common.loading')} />
    </div>
  )
}
