import type { JournalRecord } from '../../../outbox/entry/journal.ts'

/** A record that represents `times` similar records; its time is that of the last one. */
export type MergedRecord = JournalRecord & { times: number }

/**
 * Merges consecutive attempts of an entry that failed in the same way into one line: a night offline is not a
 * hundred lines.
 */
export const mergeRepeats = (newestFirst: readonly JournalRecord[]): MergedRecord[] => {
  const merged: MergedRecord[] = []
  const last = new Map<string, MergedRecord>()
  for (const record of newestFirst) {
    const before = last.get(record.key)
    if (record.happened === 'delayed' && before?.happened === 'delayed' && before.code === record.code) {
      before.times += 1
      continue
    }
    const shown = { ...record, times: 1 }
    merged.push(shown)
    last.set(record.key, shown)
  }
  return merged
}
