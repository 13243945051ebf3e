import type { Entry } from '../../outbox/entry/entry.ts'
import { subjectOf } from '../../outbox/events/events.ts'

/** Entries about the same module or course, or entries of the same kind if they concern none. */
export type EntryGroup = { id: string; subject: string | undefined; entries: [Entry, ...Entry[]] }

/** Groups entries the way a coach counts them: everything that was done in one module is one item. */
export const groupEntries = (entries: readonly Entry[]): EntryGroup[] => {
  const groups = new Map<string, EntryGroup>()
  for (const entry of entries) {
    const subject = subjectOf(entry)
    const id = subject ?? entry.name
    const known = groups.get(id)
    if (known) known.entries.push(entry)
    else groups.set(id, { id, subject, entries: [entry] })
  }
  return [...groups.values()]
}
