import type { Entry } from '../../outbox/entry/entry.ts'
import { subjectOf } from '../../outbox/events/events.ts'

/** Entries about the same module or course, or of the same kind where they are about none. */
export type EntryGroup = { id: string; subject: string | undefined; entries: [Entry, ...Entry[]] }

/** Entries as a coach counts them: what was done in one module is one thing. */
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
