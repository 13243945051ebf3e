import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { StorageKind } from '../../offline/storage-usage.ts'
import { aloneLink } from '../../ui/alone-link.ts'
import { Button } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { formatSize } from '../../ui/format-size.ts'
import { useBusy } from '../../ui/use-busy.ts'
import styles from './storage.module.css'

type Props = {
  kind: Exclude<StorageKind, 'modules'> | 'outbox'
  /** The number of entries that wait to be sent. */
  count?: number
  /** Absent if the browser does not report it. */
  bytes?: number | undefined
  /** Removes it; absent if it must stay. */
  free?: () => Promise<void>
  /** The screen for data that must stay. */
  to?: string
  label?: string
}

/** One kind of stored data: its size, its purpose, and the action on it. */
export const KindRow = ({ kind, count = 0, bytes, free, to, label }: Props) => {
  const t = useTranslate()
  const name = t(`storage.kind.${kind}`)
  const { code } = useLocale()
  const { busy, run } = useBusy()
  const onFree = async (remove: () => Promise<void>) => {
    try {
      await remove()
      notify.success(t('storage.removed', { kind: name }))
    } catch {
      notify.error(t('error.unexpected'))
    }
  }
  return (
    <li className={styles.kind}>
      <div className={styles.kindText}>
        <h3 className={styles.kindName} data-kind={bytes ? kind : undefined}>
          {name}
        </h3>
        <p className={styles.note}>{t(`storage.note.${kind}`, { count })}</p>
        {to !== undefined && (
          <LocaleLink to={to} className={aloneLink}>
            {label}
          </LocaleLink>
        )}
      </div>
      {bytes !== undefined && <p className={styles.bytes}>{formatSize(bytes, code)}</p>}
      {free && (bytes ?? 0) > 0 && (
        <Button
          variant="secondary"
          busy={busy}
          aria-label={t('storage.removeOf', { kind: name })}
          onClick={() => run(() => onFree(free))}
        >
          {t('storage.remove')}
        </Button>
      )}
    </li>
  )
}
