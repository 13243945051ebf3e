import { readEntry } from '../../outbox/entry/entry.ts'
import type { MemoryDisk } from '../../outbox/testing/memory-store.ts'
import type { SyncLogStore } from '../sync-log-store.ts'

/** The sync log beside the in-memory outbox. Rows are numbered by position, so it deletes none. */
export const createMemorySyncLog = (disk: MemoryDisk): SyncLogStore => ({
  read: async (customer) => ({
    entries: [...disk.rows.values()].map(readEntry),
    journal: disk.journal.map((record, at) => ({ ...record, id: at + 1 })),
    ...(disk.wait && { wait: disk.wait }),
    highest: disk.sequence,
    reported: disk.reported.get(customer) ?? { row: 0, at: 0 },
    uploads: [],
  }),
  saveReported: async (customer, reported) => void disk.reported.set(customer, reported),
  forgetOthers: async () => undefined,
})
