import {
  uploadOutcomes,
  type pauseReasons,
  type retryReasons,
} from '../../../contract/product-api/health-api.ts'
import type { ResponseOf } from '../../../contract/product-api.ts'
import type { MessageId } from '../../../i18n/message-id.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Card } from '../../../ui/layout/card.tsx'
import styles from '../admin.module.css'

/** Why an upload was paused or retried. */
type Reason = (typeof pauseReasons)[number] | (typeof retryReasons)[number]

const outcomeMessages: Record<(typeof uploadOutcomes)[number], MessageId> = {
  completed: 'admin.uploads.outcome.completed',
  paused: 'admin.uploads.outcome.paused',
  cancelled: 'admin.uploads.outcome.cancelled',
  retried: 'admin.uploads.outcome.retried',
  'signed-again': 'admin.uploads.outcome.signedAgain',
}

const reasonMessages: Record<Reason, MessageId> = {
  you: 'admin.uploads.reason.you',
  offline: 'admin.uploads.reason.offline',
  'wifi-needed': 'admin.uploads.reason.wifiNeeded',
  'data-saver': 'admin.uploads.reason.dataSaver',
  'sign-in-needed': 'admin.uploads.reason.signInNeeded',
  'foreign-answer': 'admin.uploads.reason.foreignAnswer',
  'file-needed': 'admin.uploads.reason.fileNeeded',
  'already-stored': 'admin.uploads.reason.alreadyStored',
  'server-refused': 'admin.uploads.reason.serverRefused',
  'storage-full': 'admin.uploads.reason.storageFull',
  unreachable: 'admin.uploads.reason.unreachable',
  'provider-away': 'admin.uploads.reason.providerUnavailable',
  stalled: 'admin.uploads.reason.stalled',
  busy: 'admin.uploads.reason.busy',
  'credentials-refused': 'admin.uploads.reason.credentialsRefused',
  'clock-skewed': 'admin.uploads.reason.clockSkewed',
}

const isOutcome = (name: string): name is keyof typeof outcomeMessages => Object.hasOwn(outcomeMessages, name)
const isReason = (name: string): name is Reason => Object.hasOwn(reasonMessages, name)

/** How many times each outcome occurred, for each of its reasons. */
type Counts = NonNullable<ResponseOf<'syncDevice'>['device']['uploads']>

/**
 * Groups the counts by outcome. Outcomes that only a newer version of the app reports come last. Within an
 * outcome, the most frequent reason comes first.
 */
const groupByOutcome = (uploads: Counts) => {
  const outcomeNames = new Set<string>([...uploadOutcomes, ...uploads.map(({ outcome }) => outcome)])
  return [...outcomeNames].flatMap((name) => {
    const counts = uploads.filter(({ outcome }) => outcome === name)
    return counts.length === 0 ? [] : [{ name, counts: counts.sort((a, b) => b.count - a.count) }]
  })
}

/**
 * Shows how many times each outcome of a device's uploads occurred, and why, with no detail about the files.
 * `uploads` is null or undefined if the device has not reported them.
 */
export const DeviceUploads = ({ uploads }: { uploads: Counts | null | undefined }) => {
  const t = useTranslate()
  const { code } = useLocale()
  const number = new Intl.NumberFormat(code)
  const formatCount = ({ reason, count }: Counts[number]): string => {
    if (reason === undefined) return number.format(count)
    const reasonText = isReason(reason)
      ? t(reasonMessages[reason])
      : t('admin.uploads.other', { name: reason })
    return `${reasonText}: ${number.format(count)}`
  }
  return (
    <section className={styles.section}>
      <h2>{t('admin.uploads.heading')}</h2>
      <Card>
        {!uploads && <p>{t('admin.uploads.notReported')}</p>}
        {uploads?.length === 0 && <p>{t('admin.uploads.none')}</p>}
        {uploads && uploads.length > 0 && (
          <>
            <p>{t('admin.uploads.body')}</p>
            <dl className={styles.facts}>
              {groupByOutcome(uploads).map(({ name, counts }) => (
                <div key={name}>
                  <dt>{isOutcome(name) ? t(outcomeMessages[name]) : t('admin.uploads.other', { name })}</dt>
                  {counts.map((count) => (
                    <dd key={count.reason ?? ''}>{formatCount(count)}</dd>
                  ))}
                </div>
              ))}
            </dl>
          </>
        )}
      </Card>
    </section>
  )
}
