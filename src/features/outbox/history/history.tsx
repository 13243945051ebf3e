import { use } from 'react'
import { createTimeFormat } from '../../../i18n/time-format.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { JournalRecord } from '../../../outbox/entry/journal.ts'
import type { StoredReceipt } from '../../../outbox/receipts/stored-receipt.ts'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Timeline, TimelineRow } from '../../../ui/layout/timeline.tsx'
import { useShowMore } from '../../../ui/use-show-more.tsx'
import { findSubjectTitle, formatEntryTitle } from '../entry-text.ts'
import styles from '../outbox-screen.module.css'
import { getReasonMessage } from '../reason-messages.ts'
import {
  groupHistory,
  type HistoryGroup,
  toEntryHistory,
  type EntryHistory,
  type MergedRecord,
} from './entry-history.ts'
import { ReceiptProof, type ProofDeps } from './receipt-proof.tsx'

const RecordTime = ({ at }: { at: number }) => {
  const { dateAndTime } = createTimeFormat(useLocale().code)
  return (
    <time className={styles.time} dateTime={new Date(at).toISOString()}>
      {dateAndTime(at)}
    </time>
  )
}

/** What happened to an entry. Repeated delays are one record, so its text contains their number. */
const RecordText = ({ record: { happened, code, times } }: { record: MergedRecord }) => {
  const t = useTranslate()
  const values = { reason: t(getReasonMessage(code)), count: times }
  return (
    <span>
      {t(happened === 'delayed' ? 'outbox.happened.delayedTimes' : `outbox.happened.${happened}`, values)}
    </span>
  )
}

/** Returns a function that describes the kind of an entry, without its subject. */
const useDescribeKind = () => {
  const t = useTranslate()
  return ({ records: [{ name, subject }] }: EntryHistory) =>
    formatEntryTitle({ name, subject }, { t, subjects: {} })
}

/** Whether there is more about an entry than its last event. */
const hasDetails = ({ records, receipt }: EntryHistory): boolean =>
  records.length > 1 || receipt !== undefined

/** The kind of an entry, and the time of its last event. */
const EntryLine = ({ entry }: { entry: EntryHistory }) => {
  const describeKind = useDescribeKind()
  return (
    <>
      <span>{describeKind(entry)}</span>
      <RecordTime at={entry.records[0].at} />
    </>
  )
}

/** The proof that an entry arrived, and its events except the last. */
const EntryEvents = ({
  entry: { records, receipt: storedReceipt },
  ...deps
}: ProofDeps & { entry: EntryHistory }) => {
  const t = useTranslate()
  // The newest record comes first. The row above shows it.
  const [, ...earlierRecords] = records
  return (
    <>
      {storedReceipt && (
        <>
          <p>{t('outbox.receipts.number', { sequence: storedReceipt.receipt.sequence })}</p>
          <ReceiptProof {...deps} storedReceipt={storedReceipt} />
        </>
      )}
      {earlierRecords.length > 0 && (
        <ol className={styles.before}>
          {earlierRecords.map((record) => (
            <li key={`${record.happened} ${record.at} ${record.times}`}>
              <RecordTime at={record.at} />
              <br />
              <RecordText record={record} />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

/** One of several entries of a row. It unfolds if there are details. */
const GroupEntry = ({ entry, ...deps }: ProofDeps & { entry: EntryHistory }) =>
  hasDetails(entry) ? (
    <Disclosure lazy summary={<EntryLine entry={entry} />}>
      <EntryEvents {...deps} entry={entry} />
    </Disclosure>
  ) : (
    <p className={styles.single}>
      <EntryLine entry={entry} />
    </p>
  )

/** The last event of a group of entries; unfolded, the earlier events and the proof of each entry. */
const GroupRow = ({ group: { entries }, ...deps }: ProofDeps & { group: HistoryGroup }) => {
  const describeKind = useDescribeKind()
  // The newest entry and its newest record come first.
  const [newestEntry, ...olderEntries] = entries
  const [newestRecord] = newestEntry.records
  const subjectTitle = findSubjectTitle(deps.subjects, newestRecord.subject)
  const kinds = [...new Set(entries.map(describeKind))].join(' · ')
  const summary = (
    <>
      {subjectTitle !== undefined && <span className={styles.kinds}>{kinds}</span>}
      <RecordText record={newestRecord} />
    </>
  )
  const details =
    olderEntries.length === 0 ? (
      <EntryEvents {...deps} entry={newestEntry} />
    ) : (
      entries.map((entry) => <GroupEntry key={entry.key} {...deps} entry={entry} />)
    )
  const canUnfold = entries.some(hasDetails)
  return (
    <TimelineRow at={newestRecord.at} kind={newestRecord.happened} title={subjectTitle ?? kinds}>
      {canUnfold ? (
        <Disclosure lazy summary={summary}>
          {details}
        </Disclosure>
      ) : (
        summary
      )}
    </TimelineRow>
  )
}

/** The number of rows shown at first, and added with every press. */
const rowsPerPress = 20

/** The history of every entry of this device, with the server's receipts: one row per module and time. */
export const History = ({
  journal,
  receipts,
  ...deps
}: ProofDeps & { journal: Promise<JournalRecord[]>; receipts: Promise<StoredReceipt[]> }) => {
  const t = useTranslate()
  const groups = groupHistory(toEntryHistory(use(journal), use(receipts)))
  const { shown, showMoreButton } = useShowMore(groups, {
    step: rowsPerPress,
    label: () => t('common.showMore'),
  })
  if (groups.length === 0) return <p>{t('outbox.journalEmpty')}</p>
  return (
    <>
      <Timeline>
        {shown.map((group) => (
          <GroupRow key={group.key} {...deps} group={group} />
        ))}
      </Timeline>
      {showMoreButton}
    </>
  )
}
