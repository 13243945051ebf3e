import { useEffect } from 'react'
import { createTimePhrases } from '../../i18n/time-phrases.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import styles from './pages.module.css'

/** In place of every page of a locale during its maintenance window. The title is the site's name in Portuguese (§2). */
export const MaintenanceScreen = ({ until }: { until: Date | undefined }) => {
  const t = useTranslate()
  const { code } = useLocale()
  const title = t('maintenance.documentTitle')
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className={styles.maintenance}>
      <img src="/favicon.svg" alt="" width="72" height="72" />
      <h1 tabIndex={-1}>{t('maintenance.title')}</h1>
      <p>{t('maintenance.body')}</p>
      {until && <p>{t('maintenance.until', { time: createTimePhrases(code, t).full(until.getTime()) })}</p>}
    </div>
  )
}
