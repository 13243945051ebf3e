import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { listNextEntries } from '../../outbox/delivery/next-to-send.ts'
import { isUnreadable, type Entry } from '../../outbox/entry/entry.ts'
import { findSubject } from '../../outbox/events/events.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { useShowMore } from '../../ui/use-show-more.tsx'
import { listEntryLines, formatEntryTitle, toSubjectTitles } from './entry-text.ts'
import { EntryCard } from './entry-card.tsx'

/**
 * The number of entries shown at first, and added with every press. A phone would take seconds to render a
 * thousand entries.
 */
const itemsPerPress = 25

export type OutboxScreenDeps = {
  outbox: Outbox
  /** The texts of the courses, for the titles of modules and the wording of answers. */
  catalogue: CourseCatalogue
  /** Whether the server cannot be reached at the moment. */
  offline: boolean
  /**
   * Returns the function that opens an entry for correction, or undefined if no screen can edit this entry.
   */
  getEditHandler: (entry: Entry) => (() => void) | undefined
}

/** An entry that the coach has just deleted. `undo` restores it. */
export type Deletion = { key: string; title: string; undo: () => void }

/** The texts in the row of a group of entries. The cards below the row do not repeat them. */
export type GroupRowTexts = {
  /** The title of the module or course, or undefined if the entries are about neither. */
  subjectTitle: string | undefined
  /** The kinds of the entries, for example "Survey answers", without repetitions. */
  kinds: readonly string[]
  /** The state of the entry that is sent first. */
  state: string
}

export type EntryItemsProps = OutboxScreenDeps & {
  /** In the order shown. */
  entries: readonly Entry[]
  /** The row above the entries, or undefined if each entry stands alone. */
  row?: GroupRowTexts
  /** Called after a deletion, so that the screen can offer to undo it. */
  onDeleted: (deletion: Deletion) => void
}

/**
 * A list of entries, with the actions on each: send, correct, copy and delete. Below the row of a group, a
 * card shows only what the row does not show already.
 */
export const EntryItems = ({
  entries,
  row,
  outbox,
  catalogue,
  offline,
  getEditHandler,
  onDeleted,
}: EntryItemsProps) => {
  const t = useTranslate()
  const { shown, showMoreButton } = useShowMore(entries, {
    step: itemsPerPress,
    label: () => t('outbox.more'),
  })
  const { wait, isSending, customer = '', entries: allEntries } = useOutbox(outbox)
  // Of entries that must arrive in order, only the first can be sent now. Without a customer, none can.
  const nextKeys = new Set(listNextEntries(allEntries, customer).map(({ key }) => key))
  const subjects = toSubjectTitles(catalogue)
  const notifyStorageFailure = () => {
    notify.error(t('sync.storageFailed'))
  }
  const retry = (entry: Entry) => outbox.retry(entry.key)
  const remove = async (entry: Entry, title: string) => {
    const undo = await outbox.remove(entry.key)
    onDeleted({ key: entry.key, title, undo: () => void undo().catch(notifyStorageFailure) })
  }
  return (
    <>
      {shown.map((entry) => {
        const event = { name: entry.name, subject: findSubject(entry) }
        const title = formatEntryTitle(event, { t, subjects })
        // The row of a group with one kind already shows the kind.
        const needsKind = row !== undefined && row.kinds.length > 1
        // Without `subjects`, the title is only the kind of the event.
        const kind = needsKind ? formatEntryTitle(event, { t, subjects: {} }) : undefined
        return (
          <EntryCard
            key={entry.key}
            entry={entry}
            title={title}
            heading={row ? kind : title}
            groupState={row?.state}
            waitsForOther={!nextKeys.has(entry.key)}
            outboxWait={wait}
            shouldHideUnreachableReason={offline || isSending}
            getLines={() => listEntryLines(entry, catalogue)}
            onSend={isUnreadable(entry) ? undefined : () => void retry(entry).catch(notifyStorageFailure)}
            onEdit={getEditHandler(entry)}
            onDelete={() => void remove(entry, title).catch(notifyStorageFailure)}
          />
        )
      })}
      {showMoreButton}
    </>
  )
}
