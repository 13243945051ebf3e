import { compareByCapture, readEntry, toRow, type Entry, type Wait } from '../entry/entry.ts'
import {
  isRetained,
  journalLimit,
  readJournal,
  createRecord,
  type JournalNote,
  type JournalRecord,
} from '../entry/journal.ts'
import {
  createStoredReceipt,
  readReceipts,
  receiptLimit,
  type StoredReceipt,
} from '../receipts/stored-receipt.ts'
import {
  createDeliveredCopy,
  findLastOfLanes,
  isExpired,
  type DeliveredCopy,
} from '../store/delivered-copy.ts'
import type { Draft, OutboxStore } from '../store/outbox-store.ts'

/** The data that survives when every context is killed. */
export type MemoryDisk = {
  rows: Map<string, unknown>
  journal: JournalRecord[]
  receipts: StoredReceipt[]
  delivered: DeliveredCopy[]
  sequence: number
  /** The device that counts `sequence`. */
  device?: string
  wait?: Wait | undefined
  /** The last reported row of each customer's log. */
  reported: Map<string, { row: number; at: number }>
  deliveredAt: Map<string, number>
}

export const createMemoryDisk = (): MemoryDisk => ({
  rows: new Map(),
  journal: [],
  receipts: [],
  delivered: [],
  sequence: 0,
  reported: new Map(),
  deliveredAt: new Map(),
})

/** The outbox in memory, for tests. Like `indexed-db-store.ts`, except that a reload deletes it. */
export const createMemoryStore = (disk: MemoryDisk): OutboxStore => {
  const note = (entry: Entry, what: JournalNote) => {
    disk.journal.push(createRecord(entry, what))
    const { length } = disk.journal
    if (length <= journalLimit) return
    const unsent = new Set<unknown>(disk.rows.keys())
    disk.journal = disk.journal.filter(
      (record, at) => at >= length - journalLimit || isRetained(record, unsent),
    )
  }
  const addNote = (entry: Entry, what: JournalNote) => {
    note(entry, what)
    if (!what.receipt) return
    if (entry.receipt) disk.receipts = disk.receipts.filter(({ receipt }) => receipt.key !== entry.key)
    disk.receipts.push(createStoredReceipt(entry, what.receipt, what.at))
    disk.receipts.splice(0, disk.receipts.length - receiptLimit)
  }
  const pruneCopies = (now: number) => {
    const newest = disk.delivered.at(-1)
    disk.delivered = disk.delivered.filter((copy) => newest && !isExpired(copy, newest, now))
  }
  const entryAt = (key: string) => {
    const row = disk.rows.get(key)
    return row === undefined ? undefined : readEntry(row)
  }

  const keep = (draft: Draft): Entry => {
    disk.device ??= draft.device
    const entry = { ...draft, device: disk.device, seq: (disk.sequence += 1) }
    disk.rows.set(entry.key, structuredClone(entry))
    note(entry, { at: entry.capturedAt.device, happened: 'captured' })
    return entry
  }
  const drop = (entry: Entry, happened: 'removed' | 'replaced', at: number) => {
    disk.rows.delete(entry.key)
    note(entry, { at, happened })
  }

  return {
    capture: async (draft) => keep(draft),
    read: async (customer = '') => {
      const deliveredAt = disk.deliveredAt.get(customer)
      return {
        entries: [...disk.rows.values()].map(readEntry).sort(compareByCapture(disk.device)),
        ...(disk.wait && { wait: disk.wait }),
        ...(deliveredAt !== undefined && { deliveredAt }),
      }
    },
    find: async (key) => entryAt(key),
    update: async (key, decide) => {
      const entry = entryAt(key)
      const outcome = entry && decide(entry)
      if (!outcome) return entry
      if (outcome.entry) disk.rows.set(key, structuredClone(outcome.entry))
      else disk.rows.delete(key)
      if ('wait' in outcome) disk.wait = outcome.wait
      if (outcome.note.happened === 'delivered') disk.deliveredAt.set(entry.customer, outcome.note.at)
      addNote(entry, outcome.note)
      const { receipt, at } = outcome.note
      if (!receipt) return entry
      const last = disk.delivered.at(-1)
      disk.delivered.push(
        structuredClone({
          id: (last?.id ?? 0) + 1,
          ...createDeliveredCopy(entry, { receipt, at, previous: last }),
        }),
      )
      pruneCopies(at)
      return entry
    },
    endWait: async (isOver) => {
      if (disk.wait && isOver(disk.wait)) disk.wait = undefined
    },
    addNote: async (entry, what) => addNote(entry, what),
    restore: async (entry, at) => {
      disk.rows.set(entry.key, structuredClone(toRow(entry)))
      note(entry, { at, happened: 'restored' })
    },
    replace: async (key, draft) => {
      const old = entryAt(key)
      if (old) drop(old, 'replaced', draft.capturedAt.device)
      return keep(draft)
    },
    discard: async (customer, at) => {
      const mine = [...disk.rows.values()].map(readEntry).filter((entry) => entry.customer === customer)
      for (const entry of mine) drop(entry, 'removed', at)
      return mine.length
    },
    sendAgain: async (isLost, at) => {
      pruneCopies(at)
      const lost = disk.delivered.filter(({ entry }) => isLost(entry))
      disk.delivered = disk.delivered.filter((copy) => !lost.includes(copy))
      for (const { entry } of lost) {
        disk.rows.set(entry.key, entry)
        note(entry, { at, happened: 'returned' })
      }
      return lost.length
    },
    readCopies: async (customer) => disk.delivered.filter(({ entry }) => entry.customer === customer),
    readNewestCopyId: async () => disk.delivered.at(-1)?.id ?? 0,
    deleteOlderCopies: async () => {
      const last = findLastOfLanes(disk.delivered)
      disk.delivered = disk.delivered.filter(({ id }) => last.has(id))
    },
    forgetOtherCustomers: async (signedIn) => {
      disk.delivered = disk.delivered.filter(({ entry }) => entry.customer === signedIn)
      disk.receipts = disk.receipts.filter(({ customer }) => customer === signedIn)
      for (const customer of disk.deliveredAt.keys()) {
        if (customer !== signedIn) disk.deliveredAt.delete(customer)
      }
    },
    readReceipts: async (customer) => readReceipts(disk.receipts, customer),
    readJournal: async (customer) => readJournal(disk.journal, customer),
  }
}
