import { use } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { JournalRecord } from '../../outbox/entry/journal.ts'
import { useShowMore } from '../../ui/show-more.tsx'
import { Timeline, TimelineRow } from '../../ui/layout/timeline.tsx'
import { entryTitle, type Subjects } from './entry-title.ts'
import { mergeRepeats, type MergedRecord } from './merge-repeats.ts'
import { reasonMessage } from './reasons.ts'

/** Records shown at first, and with every press for more */
const step = 30

/** What happened on this device, newest first. */
export const JournalTimeline = ({
  journal,
  subjects,
}: {
  journal: Promise<JournalRecord[]>
  subjects: Subjects
}) => {
  const t = useTranslate()
  const records = mergeRepeats(use(journal))
  const { shown, more } = useShowMore(records, { step, label: () => t('common.showMore') })
  if (records.length === 0) return <p>{t('outbox.journalEmpty')}</p>
  return (
    <>
      <Timeline>
        {shown.map((record) => (
          <Happening
            key={`${record.key} ${record.happened} ${record.at} ${record.times}`}
            {...{ record, subjects }}
          />
        ))}
      </Timeline>
      {more}
    </>
  )
}

const Happening = ({ record, subjects }: { record: MergedRecord; subjects: Subjects }) => {
  const t = useTranslate()
  const { at, happened, code, receipt, times } = record
  const values = { reason: t(reasonMessage(code)), sequence: receipt?.sequence ?? '', count: times }
  return (
    <TimelineRow at={at} happened={happened} what={entryTitle(record, { t, subjects })}>
      <span>
        {t(happened === 'delayed' ? 'outbox.happened.delayedTimes' : `outbox.happened.${happened}`, values)}
      </span>
    </TimelineRow>
  )
}
