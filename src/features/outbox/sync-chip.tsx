import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import type { Connectivity } from '../../platform/network/connectivity.ts'
import { classNames } from '../../ui/class-names.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './sync-chip.module.css'
import type { UploadClient } from '../../uploads/contract.ts'
import { useUploadCounts } from '../../uploads/use-uploads.ts'
import { syncStatus, type SyncStatus } from './sync-status.ts'
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

/** The text for a screen reader, which changes only with news: not with the age of the last delivery. */
const formatAnnouncement = ({ tone, message, values }: SyncStatus, t: Translate): string => {
  if (tone === 'saved') return t('sync.allSaved')
  return unannouncedMessages.has(message) ? '' : t(message, values)
}

/** Shows everywhere whether the coach's work has reached the server. Links to the outbox, or to the files. */
export const SyncChip = ({
  outbox,
  uploads,
  connectivity,
  signedIn,
}: {
  outbox: Pick<Outbox, 'snapshot' | 'subscribe'>
  uploads: Pick<UploadClient, 'snapshot' | 'subscribe'>
  connectivity: Connectivity
  signedIn: boolean
}) => {
  const t = useTranslate()
  const locale = useLocale()
  const snapshot = useOutbox(outbox)
  const connectivityState = useStore(connectivity, connectivity.state)
  const counts = useUploadCounts(uploads, snapshot.customer ?? '')
  const now = useNow()
  const { ago } = createTimeFormat(locale.code)
  const { time } = createTimePhrases(locale.code, t)
  const status = syncStatus(snapshot, connectivityState, {
    now,
    format: { ago, time },
    uploads: counts,
    signedIn,
  })
  const text = status && t(status.message, status.values)

  return (
    <div className={styles.place}>
      <VisuallyHidden live>{status && formatAnnouncement(status, t)}</VisuallyHidden>
      {status && text !== undefined && (
        <Chip
          to={snapshot.customer === undefined ? undefined : status.ofFiles ? 'files' : 'outbox'}
          tone={styles[status.tone]}
          text={text}
          short={t(status.short, status.values)}
        />
      )}
    </div>
  )
}

type ChipProps = { to: 'outbox' | 'files' | undefined; tone: string | undefined; text: string; short: string }

const Chip = ({ to, tone, text, short }: ChipProps) => {
  const t = useTranslate()
  const className = classNames(styles.chip, tone)
  const content = (
    <span className={styles.pill}>
      <span className={styles.long}>{text}</span>
      <span className={styles.short}>{short}</span>
    </span>
  )
  if (to === undefined) return <span className={className}>{content}</span>
  return (
    <LocaleLink to={to} className={className} title={text}>
      {content} <VisuallyHidden>{t(to === 'files' ? 'sync.openFiles' : 'sync.openOutbox')}</VisuallyHidden>
    </LocaleLink>
  )
}
