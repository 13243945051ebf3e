import { useRef, useState, type ReactNode } from 'react'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { StorageKind, StorageUsage } from '../../offline/storage-usage.ts'
import { Page } from '../../ui/layout/page.tsx'
import { formatSize } from '../../ui/format-size.ts'
import { useFocusAfter } from '../../ui/use-focus-after.ts'
import { SupportCode } from '../../ui/support-code.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { standaloneLink } from '../../ui/standalone-link.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useBusy } from '../../ui/use-busy.ts'
import styles from './storage.module.css'
import { usedKinds } from './used-kinds.ts'

type Props = {
  usage: StorageUsage
  /** Whether the browser has granted persistent storage, which it does not clear by itself. */
  persistent: boolean
  /** The number of entries that wait to be sent. */
  unsent: number
  /** The id of this device, if it has one. */
  device: string | undefined
  /** The downloaded modules, each with its own buttons. */
  modules: ReactNode
  /** Asks the browser for persistent storage. Resolves to whether it was granted. */
  onPersist: () => Promise<boolean>
  /** Removes stored files of a kind. `words` are the texts of other locales. */
  onFree: (kind: 'media' | 'words') => Promise<void>
}

/** What this site stores on this phone, and what the coach may remove: never unsent data. */
export const StorageScreen = ({ usage, persistent, unsent, device, modules, onPersist, onFree }: Props) => {
  const t = useTranslate()
  const { code } = useLocale()
  const { used, quota, kinds } = usage
  const othersHeading = useRef<HTMLHeadingElement>(null)
  // A row disappears together with its pressed button, so the focus moves to the heading.
  const onFocus = useFocusAfter(othersHeading)
  const size = (bytes: number) => formatSize(bytes, code)
  return (
    <Page title={t('storage.title')} intro={t('storage.intro')}>
      {used !== undefined && quota !== undefined ? (
        <div className={styles.total}>
          {/* The bar shows only the used space. The texts around it say so, and how much space is free. */}
          <p>{t('storage.used', { used: size(used) })}</p>
          <UsageBar usage={usage} />
          <p className={styles.note}>{t('storage.free', { free: size(Math.max(0, quota - used)) })}</p>
        </div>
      ) : (
        <p>{t('storage.usedUnknown')}</p>
      )}
      <Persistence persistent={persistent} onPersist={onPersist} />
      <section className={styles.section} aria-labelledby="kept">
        <h2 id="kept" className={styles.kindName} data-kind={kinds.modules ? 'modules' : undefined}>
          {t('storage.modules')}
        </h2>
        {modules}
      </section>
      <section className={styles.section} aria-labelledby="others">
        <h2 id="others" ref={othersHeading} tabIndex={-1}>
          {t('storage.others')}
        </h2>
        <div onFocus={onFocus}>
          <ul className={styles.kinds}>
            {/* A row without a size stays: the browser may not report the size of what is there. */}
            {kinds.media !== 0 && (
              <KindRow kind="media" bytes={kinds.media} onRemove={() => onFree('media')} />
            )}
            {kinds.words !== 0 && (
              <KindRow kind="words" bytes={kinds.words} onRemove={() => onFree('words')} />
            )}
            {unsent > 0 && <KindRow kind="outbox" count={unsent} to="outbox" label={t('storage.toOutbox')} />}
            {kinds.uploads !== 0 && (
              <KindRow kind="uploads" bytes={kinds.uploads} to="files" label={t('storage.toFiles')} />
            )}
            <KindRow kind="database" bytes={kinds.database} />
            <KindRow kind="app" bytes={kinds.app} />
          </ul>
        </div>
      </section>
      {device !== undefined && <SupportCode device={device} />}
      <p>
        {/* Not a link of the router, because the page is outside the app. */}
        <span>{t('storage.repair')}</span> <a href="/recover">{t('storage.repairLink')}</a>
      </p>
    </Page>
  )
}

/**
 * The used space as a bar of coloured parts, one for each kind of data and as wide as its size. It is hidden
 * from screen readers, because the rows below contain the sizes as text.
 */
const UsageBar = ({ usage }: { usage: StorageUsage }) => (
  <div className={styles.picture} aria-hidden="true">
    {usedKinds(usage).map(({ kind, bytes }) => (
      <span key={kind} data-kind={kind} style={{ flexGrow: bytes }} />
    ))}
  </div>
)

type KindRowProps = {
  kind: Exclude<StorageKind, 'modules'> | 'outbox'
  /** The number of entries that wait to be sent. */
  count?: number
  /** Absent if the browser does not report it. */
  bytes?: number | undefined
  /** Removes the data; absent if it must stay. */
  onRemove?: () => Promise<void>
  /** The screen on which the coach can finish with data that must stay, and the text of the link to it. */
  to?: string
  label?: string
}

/** One kind of stored data: its size, its purpose, and the action on it. */
const KindRow = ({ kind, count = 0, bytes, onRemove, to, label }: KindRowProps) => {
  const t = useTranslate()
  const name = t(`storage.kind.${kind}`)
  const { code } = useLocale()
  const { busy, run } = useBusy()
  const removeAndNotify = async (remove: () => Promise<void>) => {
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
          <LocaleLink to={to} className={standaloneLink}>
            {label}
          </LocaleLink>
        )}
      </div>
      {bytes !== undefined && <p className={styles.bytes}>{formatSize(bytes, code)}</p>}
      {onRemove && (bytes ?? 0) > 0 && (
        <Button
          variant="secondary"
          busy={busy}
          aria-label={t('storage.removeOf', { kind: name })}
          onClick={() => run(() => removeAndNotify(onRemove))}
        >
          {t('storage.remove')}
        </Button>
      )}
    </li>
  )
}

/** Whether the browser may clear the storage, and a button that asks it not to. */
const Persistence = ({
  persistent,
  onPersist,
}: {
  persistent: boolean
  onPersist: () => Promise<boolean>
}) => {
  const t = useTranslate()
  const [outcome, setOutcome] = useState<'granted' | 'refused'>()
  const isGranted = persistent || outcome === 'granted'
  const request = async () => setOutcome((await onPersist()) ? 'granted' : 'refused')
  return (
    <Notice tone={isGranted ? 'success' : 'warning'}>
      <p>{t(isGranted ? 'storage.persistent' : 'storage.notPersistent')}</p>
      {!isGranted && (
        <div>
          <Button variant="secondary" onClick={() => void request()}>
            {t('storage.askPersistent')}
          </Button>
        </div>
      )}
      {outcome === 'refused' && <p>{t('storage.persistRefused')}</p>}
    </Notice>
  )
}
