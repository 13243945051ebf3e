import { createTimeFormat } from '../../i18n/time-format.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { listNextEntries } from '../../outbox/delivery/next-to-send.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { useShowMore } from '../../ui/use-show-more.tsx'
import type { Entry } from '../../outbox/entry/entry.ts'
import { findSubject } from '../../outbox/events/events.ts'
import { EntryItems, type EntryItemsProps, type GroupRowTexts } from './entry-items.tsx'
import { findSubjectTitle, formatEntryTitle, toSubjectTitles } from './entry-text.ts'
import styles from './outbox-screen.module.css'
import { formatEntryState } from './state-text.ts'
import { useNow } from './use-now.ts'

/**
 * The entries about one module or course. Entries that are about neither are grouped by their kind. `subject`
 * is the id of the module or course.
 */
type EntryGroup = { id: string; subject: string | undefined; entries: [Entry, ...Entry[]] }

/** Groups entries as a coach counts them: everything that was done in one module is one item. */
export const groupEntries = (entries: readonly Entry[]): EntryGroup[] => {
  const groups = new Map<string, EntryGroup>()
  for (const entry of entries) {
    const subject = findSubject(entry)
    const id = subject ?? entry.name
    const group = groups.get(id)
    if (group) group.entries.push(entry)
    else groups.set(id, { id, subject, entries: [entry] })
  }
  return [...groups.values()]
}

/**
 * Returns a function that describes a group: its subject, the kinds of its entries, and the state of the
 * entry that is sent first.
 */
const useDescribeGroup = ({
  outbox,
  catalogue,
  offline,
}: Pick<EntryItemsProps, 'outbox' | 'catalogue' | 'offline'>) => {
  const t = useTranslate()
  const format = createTimeFormat(useLocale().code)
  const now = useNow()
  const { wait: outboxWait, isSending, customer = '', entries: allEntries } = useOutbox(outbox)
  // Of entries that must arrive in order, only the first can be sent now. Without a customer, none can.
  const nextKeys = new Set(listNextEntries(allEntries, customer).map(({ key }) => key))
  const subjects = toSubjectTitles(catalogue)
  return ({ subject, entries }: EntryGroup): GroupRowTexts => {
    const firstToSend = entries.find(({ key }) => nextKeys.has(key)) ?? entries[0]
    const kinds = new Set(entries.map(({ name }) => formatEntryTitle({ name, subject }, { t, subjects: {} })))
    return {
      subjectTitle: findSubjectTitle(subjects, subject),
      kinds: [...kinds],
      state: formatEntryState(firstToSend, {
        t,
        waitsForOther: !nextKeys.has(firstToSend.key),
        outboxWait,
        format,
        now,
        shouldHideUnreachableReason: offline || isSending,
      }),
    }
  }
}

const GroupRow = ({ subjectTitle, kinds, state }: GroupRowTexts) => (
  <>
    <h3 className={styles.title}>{subjectTitle ?? kinds.join(' · ')}</h3>
    {subjectTitle !== undefined && <span className={styles.kinds}>{kinds.join(' · ')}</span>}
    <span className={styles.state}>{state}</span>
  </>
)

/** The number of groups shown at first, and added with every press. */
const rowsPerPress = 25

/** The waiting entries, with one row per module that unfolds to its entries. */
export const EntryGroups = (props: EntryItemsProps) => {
  const t = useTranslate()
  const groups = groupEntries(props.entries)
  const describeGroup = useDescribeGroup(props)
  const { shown, showMoreButton } = useShowMore(groups, { step: rowsPerPress, label: () => t('outbox.more') })
  return (
    <>
      {shown.map((group) => {
        const row = describeGroup(group)
        return (
          <Disclosure lazy key={group.id} className={styles.group} summary={<GroupRow {...row} />}>
            <EntryItems {...props} entries={group.entries} row={row} />
          </Disclosure>
        )
      })}
      {showMoreButton}
    </>
  )
}
