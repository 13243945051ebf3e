import { useTranslate } from '../../i18n/use-translate.ts'
import { classNames } from '../../ui/class-names.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import styles from './pull-to-refresh.module.css'
import { far, usePull } from './use-pull.ts'

/**
 * Pulling a page down at its top refetches its data and sends what waits: an installed app has no other way
 * to reload.
 */
export const PullToRefresh = ({ refresh }: { refresh: () => Promise<unknown> }) => {
  const t = useTranslate()
  const { busy, run } = useBusy()
  const pulled = usePull(() => run(refresh))
  if (!busy && pulled === 0) return null
  const shown = busy ? far : pulled
  return (
    <div className={styles.pull} style={{ transform: `translateY(${shown}px)`, opacity: shown / far }}>
      {busy ? (
        <Spinner label={t('common.refreshing')} />
      ) : (
        <svg
          className={classNames(styles.arrow, shown >= far && styles.far)}
          viewBox="0 0 24 24"
          width="20"
          height="20"
          aria-hidden="true"
        >
          <path d="M12 4v15m-6-6 6 6 6-6" />
        </svg>
      )}
    </div>
  )
}
