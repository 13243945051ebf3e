import { use } from 'react'
import { createTimeFormat } from '../../i18n/time-format.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { JournalRecord } from '../../outbox/entry/journal.ts'
import type { StoredReceipt } from '../../outbox/receipts/stored-receipt.ts'
import { Fold } from '../../ui/layout/fold.tsx'
import { Timeline, TimelineRow } from '../../ui/layout/timeline.tsx'
import { useShowMore } from '../../ui/show-more.tsx'
import { entryTitle } from './entry-title.ts'
import { historyOf, type EntryHistory } from './history-of.ts'
import type { MergedRecord } from './merge-repeats.ts'
import styles from './outbox-screen.module.css'
import { reasonMessage } from './reasons.ts'
import { ReceiptProof, type ProofDeps } from './receipt-proof.tsx'

/** Entries shown at first, and with every press for more */
const step = 20

/** What became of every entry of this device, with the server's receipts. */
export const History = ({
  journal,
  receipts,
  ...deps
}: ProofDeps & { journal: Promise<JournalRecord[]>; receipts: Promise<StoredReceipt[]> }) => {
  const t = useTranslate()
  const history = historyOf(use(journal), use(receipts))
  const { shown, more } = useShowMore(history, { step, label: () => t('common.showMore') })
  if (history.length === 0) return <p>{t('outbox.journalEmpty')}</p>
  return (
    <>
      <Timeline>
        {shown.map((entry) => (
          <HistoryRow key={entry.key} {...deps} entry={entry} />
        ))}
      </Timeline>
      {more}
    </>
  )
}

/** One entry: what happened last, and on request everything before it and the proof. */
const HistoryRow = ({ entry: { records, receipt }, ...deps }: ProofDeps & { entry: EntryHistory }) => {
  const t = useTranslate()
  const [last, ...before] = records
  const title = entryTitle(last, { t, subjects: deps.subjects })
  return (
    <TimelineRow at={last.at} happened={last.happened} what={title}>
      {before.length === 0 && !receipt ? (
        <Happened record={last} />
      ) : (
        <Fold summary={<Happened record={last} />}>
          {receipt && <ReceiptProof {...deps} stored={receipt} />}
          {before.length > 0 && (
            <ol className={styles.before}>
              {before.map((record) => (
                <li key={`${record.happened} ${record.at} ${record.times}`}>
                  <Moment at={record.at} />
                  <br />
                  <Happened record={record} />
                </li>
              ))}
            </ol>
          )}
        </Fold>
      )}
    </TimelineRow>
  )
}

const Moment = ({ at }: { at: number }) => {
  const { moment } = createTimeFormat(useLocale().code)
  return (
    <time className={styles.time} dateTime={new Date(at).toISOString()}>
      {moment(at)}
    </time>
  )
}

const Happened = ({ record: { happened, code, receipt, times } }: { record: MergedRecord }) => {
  const t = useTranslate()
  const values = { reason: t(reasonMessage(code)), sequence: receipt?.sequence ?? '', count: times }
  return (
    <span>
      {t(happened === 'delayed' ? 'outbox.happened.delayedTimes' : `outbox.happened.${happened}`, values)}
    </span>
  )
}
