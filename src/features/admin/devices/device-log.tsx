import type { SyncLogRow } from '../../../contract/product-api/admin/devices-api.ts'
import type { MessageId } from '../../../i18n/message-id.ts'
import { createTimeFormat } from '../../../i18n/time-format.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { isKnownEvent, knownEvents } from '../../../outbox/events/events.ts'
import { Timeline, TimelineRow } from '../../../ui/layout/timeline.tsx'
import styles from '../admin.module.css'
import { NextPageButton } from '../next-page-button.tsx'
import type { DeviceLogQuery } from './device-queries.ts'

/** What a row of the log says about an entry: an event that the device sends, such as answers to a survey. */
const happenedMessages = {
  captured: 'admin.happened.captured',
  delayed: 'admin.happened.delayed',
  refused: 'admin.happened.refused',
  delivered: 'admin.happened.delivered',
  removed: 'admin.happened.removed',
  replaced: 'admin.happened.replaced',
  restored: 'admin.happened.restored',
  returned: 'admin.happened.returned',
  retried: 'admin.happened.retried',
} as const satisfies Record<string, MessageId>

/** Whether this version has a message for what happened. Another version of the app may report something else. */
const hasMessage = (happened: string): happened is keyof typeof happenedMessages =>
  Object.hasOwn(happenedMessages, happened)

/** Returns the title of an event and its subject, such as a module, unless the title says it already. */
const getEventText = ({ name, subject }: Pick<SyncLogRow, 'name' | 'subject'>, t: Translate): string[] => {
  const { getTitle } = isKnownEvent(name) ? knownEvents[name] : { getTitle: undefined }
  const title = getTitle ? t(getTitle(subject ?? undefined)) : name
  const isInTitle = getTitle !== undefined && getTitle(subject ?? undefined) !== getTitle(undefined)
  return subject === null || isInTitle ? [title] : [title, subject]
}

/**
 * One row of the log: what happened to an entry, which event the entry contains, whose it is, and when the
 * device reported it.
 */
const LogRow = ({ row }: { row: SyncLogRow }) => {
  const t = useTranslate()
  const { code: locale } = useLocale()
  const { dateAndTime } = createTimeFormat(locale)
  const { at, received_at, happened, seq, name, subject, code, status, customer_id } = row
  const happenedText = hasMessage(happened)
    ? t(happenedMessages[happened])
    : t('admin.happened.other', { name: happened })
  const event = getEventText({ name, subject }, t)
  // The error code, and the HTTP status if the server responded.
  const response = [code, status].filter((part) => part !== null).join(', ')
  return (
    <TimelineRow
      at={Date.parse(at)}
      kind={happened}
      title={response === '' ? happenedText : `${happenedText} (${response})`}
    >
      <p>
        {[t('admin.detail.number', { seq: new Intl.NumberFormat(locale).format(seq) }), ...event].join(' · ')}
      </p>
      <p className={styles.small} translate="no">
        {customer_id}
      </p>
      <p className={styles.small}>
        {t('admin.detail.reported', { time: dateAndTime(Date.parse(received_at)) })}
      </p>
    </TimelineRow>
  )
}

/** What happened on a device, newest first. */
export const DeviceLog = ({ query }: { query: DeviceLogQuery }) => {
  const t = useTranslate()
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  if (rows.length === 0) return <p>{t('admin.detail.logEmpty')}</p>
  return (
    <>
      <Timeline>
        {rows.map((row) => (
          <LogRow key={row.id} row={row} />
        ))}
      </Timeline>
      <NextPageButton query={query} />
    </>
  )
}
