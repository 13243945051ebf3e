import type { EntryHistory } from './history-of.ts'

/** Events of about the same time and the same module, or of the same kind if they concern none. */
export type HistoryGroup = { key: string; entries: [EntryHistory, ...EntryHistory[]] }

/** ms. Entries from one module that are sent together are closer in time. */
const together = 10 * 60_000

/** Groups the history the way a coach remembers it: completing a module is one item, not six. */
export const groupHistory = (history: readonly EntryHistory[]): HistoryGroup[] => {
  const groups: HistoryGroup[] = []
  const latest = new Map<string, HistoryGroup>()
  for (const entry of history) {
    const [{ subject, name, happened, code, at }] = entry.records
    // Each reason is shown: entries that were refused for another reason have their own line.
    const about = `${happened} ${code ?? ''} ${subject ?? name}`
    const group = latest.get(about)
    if (group && group.entries[0].records[0].at - at < together) group.entries.push(entry)
    else {
      const next: HistoryGroup = { key: entry.key, entries: [entry] }
      groups.push(next)
      latest.set(about, next)
    }
  }
  return groups
}
