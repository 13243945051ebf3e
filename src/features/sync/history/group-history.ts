import type { EntryHistory } from './history-of.ts'

/** What happened at about the same time to entries about the same module, or of the same kind where they are about none. */
export type HistoryGroup = { key: string; entries: [EntryHistory, ...EntryHistory[]] }

/** ms; what is done in one module and sent in one go lies closer together */
const together = 10 * 60_000

/** The history as a coach remembers it: a module that was worked through is one thing, not six. */
export const groupHistory = (history: readonly EntryHistory[]): HistoryGroup[] => {
  const groups: HistoryGroup[] = []
  const latest = new Map<string, HistoryGroup>()
  for (const entry of history) {
    const [{ subject, name, happened, code, at }] = entry.records
    // Each reason is said: what was refused for another one has a line of its own.
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
