import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { listHeads } from '../../outbox/delivery/next-to-send.ts'
import { isUnreadable, type Entry } from '../../outbox/entry/entry.ts'
import { findSubject } from '../../outbox/events/events.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { useShowMore } from '../../ui/show-more.tsx'
import { entryLines, entryTitle, toSubjects } from './entry-text.ts'
import { EntryCard } from './entry-card.tsx'

/**
 * The number of entries shown at first, and added with every press. A phone would take seconds to render a
 * thousand entries.
 */
const itemsPerPress = 25

export type OutboxScreenDeps = {
  outbox: Outbox
  catalogue: CourseCatalogue
  /** Whether the server cannot be reached at the moment. */
  offline: boolean
  /**
   * Returns a function that opens an entry's content for correction; undefined if there is no screen for it.
   */
  findEdit: (entry: Entry) => (() => void) | undefined
}

/** A deleted entry, and a function that restores it. */
export type Deletion = { key: string; title: string; undo: () => void }

/** The texts in the row of a group, which its entries need not repeat. */
export type EntryRow = {
  /** The title of the module or course; undefined if the entries are about neither. */
  subject: string | undefined
  kinds: readonly string[]
  state: string
}

export type EntryItemsProps = OutboxScreenDeps & {
  entries: readonly Entry[]
  /** The row above the entries. */
  row?: EntryRow
  onDeleted: (deletion: Deletion) => void
}

/** A list of entries, with the actions on each. */
export const EntryItems = ({
  entries,
  row,
  outbox,
  catalogue,
  offline,
  findEdit,
  onDeleted,
}: EntryItemsProps) => {
  const t = useTranslate()
  const { shown, more } = useShowMore(entries, { step: itemsPerPress, label: () => t('outbox.more') })
  const { wait, sending, customer = '', entries: allEntries } = useOutbox(outbox)
  const heads = new Set(listHeads(allEntries, customer).map(({ key }) => key))
  const subjects = toSubjects(catalogue)
  const onStorageFailure = () => {
    notify.error(t('sync.storageFailed'))
  }
  const remove = async (entry: Entry, title: string) => {
    const undo = await outbox.remove(entry.key)
    onDeleted({ key: entry.key, title, undo: () => void undo().catch(onStorageFailure) })
  }
  return (
    <>
      {shown.map((entry) => {
        const event = { name: entry.name, subject: findSubject(entry) }
        const title = entryTitle(event, { t, subjects })
        const kind = row && row.kinds.length > 1 ? entryTitle(event, { t, subjects: {} }) : undefined
        return (
          <EntryCard
            key={entry.key}
            entry={entry}
            title={title}
            heading={row ? kind : title}
            stateAbove={row?.state}
            waitsForOther={!heads.has(entry.key)}
            globalWait={wait}
            hidesUnreachable={offline || sending}
            getLines={() => entryLines(entry, catalogue)}
            {...(!isUnreadable(entry) && {
              onSend: () => void outbox.retry(entry.key).catch(onStorageFailure),
            })}
            onEdit={findEdit(entry)}
            onDelete={() => void remove(entry, title).catch(onStorageFailure)}
          />
        )
      })}
      {more}
    </>
  )
}
