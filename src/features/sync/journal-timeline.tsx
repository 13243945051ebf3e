import { use, useState } from 'react'
import { useLocale } from '../../i18n/use-locale.ts'
import { useWords } from '../../i18n/use-words.ts'
import type { JournalRecord } from '../../outbox/journal.ts'
import { Button } from '../../ui/button.tsx'
import { entryTitle, type Subjects } from './entry-title.ts'
import styles from './outbox-screen.module.css'
import { mergeRepeats, type MergedRecord } from './merge-repeats.ts'
import { reasonMessage } from './reasons.ts'
import { timeWordsOf } from '../../i18n/time-words.ts'

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
  const t = useWords()
  const records = mergeRepeats(use(journal))
  const [shown, setShown] = useState(step)
  if (records.length === 0) return <p>{t('outbox.journalEmpty')}</p>
  return (
    <>
      <ol className={styles.timeline}>
        {records.slice(0, shown).map((record) => (
          <Happening
            key={`${record.key} ${record.happened} ${record.at} ${record.times}`}
            {...{ record, subjects }}
          />
        ))}
      </ol>
      {records.length > shown && (
        <Button variant="quiet" onClick={() => setShown(shown + step)}>
          {t('common.showMore')}
        </Button>
      )}
    </>
  )
}

const Happening = ({ record, subjects }: { record: MergedRecord; subjects: Subjects }) => {
  const t = useWords()
  const { moment } = timeWordsOf(useLocale().code)
  const { at, happened, code, receipt, times } = record
  const values = { reason: t(reasonMessage(code)), sequence: receipt?.sequence ?? '', count: times }
  return (
    <li className={styles[happened]}>
      <time dateTime={new Date(at).toISOString()}>{moment(at)}</time>
      <span className={styles.what}>{entryTitle(record, { t, subjects })}</span>
      <span>
        {t(happened === 'delayed' ? 'outbox.happened.delayedTimes' : `outbox.happened.${happened}`, values)}
      </span>
    </li>
  )
}
