import type { MouseEvent } from 'react'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import type { Connectivity } from '../../platform/network/connectivity.ts'
import { classNames } from '../../ui/class-names.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { NoConnectionIcon } from '../../ui/pictures/no-connection-icon.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './sync-chip.module.css'
import type { UploadClient } from '../../uploads/contract.ts'
import { useUploadCounts } from '../../uploads/use-uploads.ts'
import { getSyncStatus, type SyncStatus } from './sync-status.ts'
import type { DeliveryStatus, StatusMessage } from './delivery-status.ts'
import { createTimeFormat } from '../../i18n/time-format.ts'
import { createTimePhrases } from '../../i18n/time-phrases.ts'
import { useNow } from './use-now.ts'
import { useStore } from '../../lib/use-store.ts'

/** Messages that are not announced to screen readers: sending, waiting for a response, recorded progress. */
const unannouncedMessages = new Set<string>([
  'sync.sending',
  'sync.noResponseYet',
  'common.savedOnThisDevice',
])

/** Returns the text about the coach's work that screen readers announce, or '' for no announcement. */
const formatDeliveryAnnouncement = ({ tone, message, values }: DeliveryStatus, t: Translate): string => {
  if (tone === 'saved') return t('sync.allSaved')
  return unannouncedMessages.has(message) ? '' : t(message, values)
}

/**
 * Returns the text that screen readers announce when it changes. It does not contain the age of the last
 * delivery, which would be announced every minute.
 */
const formatAnnouncement = ({ connection, delivery }: SyncStatus, t: Translate): string =>
  [
    connection && t(connection.message, connection.values),
    delivery && formatDeliveryAnnouncement(delivery, t),
  ]
    .filter(Boolean)
    .join(' · ')

type ChipProps = {
  outbox: Pick<Outbox, 'snapshot' | 'subscribe'>
  uploads: Pick<UploadClient, 'snapshot' | 'subscribe'>
  connectivity: Connectivity
  signedIn: boolean
  /** Opens the outbox over the page. Undefined where the page is the outbox. */
  onOpen?: (() => void) | undefined
}

/**
 * Shows on every page whether the server can be reached, and whether the coach's work has reached it. Links
 * to the outbox, or to the files.
 */
export const SyncChip = ({ outbox, uploads, connectivity, signedIn, onOpen }: ChipProps) => {
  const t = useTranslate()
  const locale = useLocale()
  const snapshot = useOutbox(outbox)
  const connectivityState = useStore(connectivity, connectivity.state)
  const counts = useUploadCounts(uploads, snapshot.customer ?? '')
  const now = useNow()
  const { ago } = createTimeFormat(locale.code)
  const { time } = createTimePhrases(locale.code, t)
  const status = getSyncStatus(snapshot, connectivityState, {
    now,
    format: { ago, time },
    uploads: counts,
    signedIn,
  })
  const statusPage = status.delivery?.isAboutFiles ? 'files' : 'outbox'
  const isShown = status.connection !== undefined || status.delivery !== undefined

  return (
    <div className={styles.container}>
      <VisuallyHidden live>{formatAnnouncement(status, t)}</VisuallyHidden>
      {isShown && (
        <Chip to={snapshot.customer === undefined ? undefined : statusPage} status={status} onOpen={onOpen} />
      )}
    </div>
  )
}

/** The text of a status message. The style sheet shows the long or the short message. */
const StatusText = ({ status: { message, shortMessage, values } }: { status: StatusMessage }) => {
  const t = useTranslate()
  return (
    <>
      <span className={styles.long}>{t(message, values)}</span>
      <span className={styles.short}>{t(shortMessage, values)}</span>
    </>
  )
}

/**
 * The number of the coach's entries or files that a status is about, if it counts any. The bar of a module
 * shows it in place of the words, which screen readers still read.
 */
const StatusCount = ({ status: { tone, values } }: { status: DeliveryStatus }) => {
  const count = values?.['count']
  if (typeof count !== 'number') return null
  return (
    <span className={styles.count} aria-hidden="true">
      {/* An exclamation mark, for users who do not see the colour. */}
      {tone === 'attention' ? `! ${count}` : `${count}`}
    </span>
  )
}

type ChipLinkProps = {
  /** The page that the chip links to. Undefined for a visitor. */
  to: 'outbox' | 'files' | undefined
  status: SyncStatus
  onOpen: ChipProps['onOpen']
}

/** The chip: a link for a coach, but only text for a visitor. */
const Chip = ({ to, status: { connection, delivery }, onOpen }: ChipLinkProps) => {
  const t = useTranslate()
  const content = (
    <span className={styles.pill}>
      {connection && (
        <span className={classNames(styles.connection, styles[connection.tone])}>
          <NoConnectionIcon className={styles.sign} />
          <StatusText status={connection} />
        </span>
      )}
      {connection && delivery && <VisuallyHidden> · </VisuallyHidden>}
      {delivery && (
        <span className={classNames(styles.work, styles[delivery.tone])}>
          <StatusCount status={delivery} />
          <StatusText status={delivery} />
        </span>
      )}
    </span>
  )
  if (to === undefined) return <span className={styles.chip}>{content}</span>
  const text = [connection, delivery].flatMap((status) => (status ? [t(status.message, status.values)] : []))
  /** Opens the outbox over the page. A click with a modifier key still opens the link in another tab. */
  const openHere = (event: MouseEvent) => {
    if (to !== 'outbox' || !onOpen || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <LocaleLink to={to} className={styles.chip} title={text.join(' · ')} onClick={openHere}>
      {content} <VisuallyHidden>{t(to === 'files' ? 'sync.openFiles' : 'sync.openOutbox')}</VisuallyHidden>
    </LocaleLink>
  )
}
