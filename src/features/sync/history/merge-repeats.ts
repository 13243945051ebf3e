import type { JournalRecord } from '../../../outbox/entry/journal.ts'

/** A record that stands for as many alike as `times` says; its time is the last one's. */
export type MergedRecord = JournalRecord & { times: number }

/** Tries of one entry that failed alike, one after the other, as one line: a night offline is not a hundred of them. */
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
