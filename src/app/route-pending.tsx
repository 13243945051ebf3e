import { useTranslate } from '../i18n/use-translate.ts'
import { Spinner } from '../ui/feedback/spinner.tsx'
import styles from './route-pending.module.css'

/** In place of a page that takes longer than a blink. */
export const RoutePending = () => {
  const t = useTranslate()
  return (
    <div className={styles.pending}>
      <Spinner label={t('common.loading')} />
    </div>
  )
}
