import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { headsOf } from '../../outbox/delivery/next-to-send.ts'
import { isUnreadable, type Entry } from '../../outbox/entry/entry.ts'
import { subjectOf } from '../../outbox/events/events.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { useShowMore } from '../../ui/show-more.tsx'
import { entryLines } from './entry-text.ts'
import { entryTitle } from './entry-title.ts'
import { OutboxEntry } from './outbox-entry.tsx'
import { subjectsOf } from './subjects.ts'

/** Entries shown at first, and with every press for more: a phone draws a thousand for seconds */
const step = 25

/** What the screen of the outbox knows and can do. */
export type OutboxScreenDeps = {
  outbox: Outbox
  catalogue: CourseCatalogue
  /** Whether the server cannot be reached at the moment. */
  offline: boolean
  /** Opens what an entry says for correction; undefined where there is no screen for it. */
  editOf: (entry: Entry) => (() => void) | undefined
}

/** An entry that was deleted, and how it comes back. */
export type Deleted = { key: string; title: string; undo: () => void }

/** What the row of a group says of its entries: they need not say it again. */
export type EntryRow = {
  /** The module or the course; undefined where they are about none. */
  subject: string | undefined
  kinds: readonly string[]
  state: string
}

export type EntryItemsProps = OutboxScreenDeps & {
  entries: readonly Entry[]
  /** The row that they are below. */
  row?: EntryRow
  onDeleted: (deleted: Deleted) => void
}

/** Entries below each other, with what can be done about each. */
export const EntryItems = ({
  entries,
  row,
  outbox,
  catalogue,
  offline,
  editOf,
  onDeleted,
}: EntryItemsProps) => {
  const t = useTranslate()
  const { shown, more } = useShowMore(entries, { step, label: () => t('outbox.more') })
  const { wait, sending, customer = '', entries: all } = useOutbox(outbox)
  const heads = new Set(headsOf(all, customer).map(({ key }) => key))
  const subjects = subjectsOf(catalogue)
  const storageFailed = () => {
    notify.error(t('sync.storageFailed'))
  }
  const remove = async (entry: Entry, title: string) => {
    const undo = await outbox.remove(entry.key)
    onDeleted({ key: entry.key, title, undo: () => void undo().catch(storageFailed) })
  }
  return (
    <>
      {shown.map((entry) => {
        const about = { name: entry.name, subject: subjectOf(entry) }
        const title = entryTitle(about, { t, subjects })
        const kind = row && row.kinds.length > 1 ? entryTitle(about, { t, subjects: {} }) : undefined
        return (
          <OutboxEntry
            key={entry.key}
            {...{ entry, title }}
            heading={row ? kind : title}
            stateAbove={row?.state}
            behind={!heads.has(entry.key)}
            everything={wait}
            unreachableIsKnown={offline || sending}
            lines={() => entryLines(entry, catalogue)}
            {...(!isUnreadable(entry) && { onSend: () => void outbox.retry(entry.key).catch(storageFailed) })}
            onEdit={editOf(entry)}
            onDelete={() => void remove(entry, title).catch(storageFailed)}
          />
        )
      })}
      {more}
    </>
  )
}
