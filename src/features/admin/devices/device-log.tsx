import type { SyncLogRow } from '../../../contract/product-api/devices-api.ts'
import type { MessageId } from '../../../i18n/message-id.ts'
import { createTimeFormat } from '../../../i18n/time-format.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { isKnownEvent, knownEvents } from '../../../outbox/events/events.ts'
import { Timeline, TimelineRow } from '../../../ui/layout/timeline.tsx'
import styles from '../admin.module.css'
import type { DeviceLogQuery } from './device-queries.ts'
import { NextPage } from '../next-page.tsx'

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

/** A device with another version may report events that this version has no message for. */
const hasMessage = (name: string): name is keyof typeof happenedMessages =>
  Object.hasOwn(happenedMessages, name)

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
      <NextPage query={query} />
    </>
  )
}

const LogRow = ({ row }: { row: SyncLogRow }) => {
  const t = useTranslate()
  const { code: locale } = useLocale()
  const { dateAndTime } = createTimeFormat(locale)
  const { at, received_at, happened, seq, name, subject, code, status, customer_id } = row
  const happenedText = hasMessage(happened)
    ? t(happenedMessages[happened])
    : t('admin.happened.other', { name: happened })
  const eventTitle = isKnownEvent(name) ? t(knownEvents[name].getTitle(subject ?? undefined)) : name
  const response = [code, status].filter((part) => part !== null).join(', ')
  return (
    <TimelineRow
      at={Date.parse(at)}
      happened={happened}
      what={response === '' ? happenedText : `${happenedText} (${response})`}
    >
      <span>
        {[
          t('admin.detail.number', { seq: new Intl.NumberFormat(locale).format(seq) }),
          eventTitle,
          ...(subject === null ? [] : [subject]),
        ].join(' · ')}
      </span>
      <span className={styles.small}>
        <span translate="no">{customer_id}</span>{' '}
        <span>{`· ${t('admin.detail.reported', { time: dateAndTime(Date.parse(received_at)) })}`}</span>
      </span>
    </TimelineRow>
  )
}
