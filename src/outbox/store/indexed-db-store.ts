import * as v from 'valibot'
import { awaitResult, type Database, type StoreName } from '../../platform/storage/database.ts'
import { deleteWhere } from '../../platform/storage/delete-where.ts'
import { deviceCounter, sequenceCounter } from '../../platform/storage/device-id.ts'
import { isQuotaExceeded } from '../../platform/storage/free-space.ts'
import { compareByCapture, readEntry, readWait, toRow, type Entry } from '../entry/entry.ts'
import { addRecord, readJournal, type JournalNote } from '../entry/journal.ts'
import { addReceipt, isReceiptOf, readReceipts } from '../receipts/stored-receipt.ts'
import {
  addCopy,
  deleteOlderCopies,
  deleteCopiesOfOthers,
  readNewestCopyId,
  readCopies,
  takeCopies,
} from './delivered-copy.ts'
import type { Draft, EntryOutcome, OutboxStore } from './outbox-store.ts'

/**
 * Keys in the object store `counters`, which holds single values of the device: numbers, but also the device
 * id and the wait for all entries.
 */
export const counterNames = { sequence: sequenceCounter, wait: 'outbox-wait' } as const

/** The customer id that stands for nobody. No customer has it. */
const noCustomerId = ''

const deliveredPrefix = 'delivered:'
/** Returns the name of the counter with the time of a customer's last delivery. */
const getDeliveredCounter = (customerId: string): string => deliveredPrefix + customerId

const parseString = (row: unknown): string | undefined => (v.is(v.string(), row) ? row : undefined)
const parseNumber = (row: unknown): number | undefined => (v.is(v.number(), row) ? row : undefined)

const readCounter = (transaction: IDBTransaction, name: string): Promise<unknown> =>
  awaitResult<unknown>(transaction.objectStore('counters').get(name))

const readAll = (transaction: IDBTransaction, store: StoreName): Promise<unknown[]> =>
  awaitResult<unknown[]>(transaction.objectStore(store).getAll())

const readEntryByKey = async (transaction: IDBTransaction, key: string): Promise<Entry | undefined> => {
  const row = await awaitResult<unknown>(transaction.objectStore('outbox').get(key))
  return row === undefined ? undefined : readEntry(row)
}

/** Adds a note to the journal: what happened to an entry. Stores its receipt if it was delivered. */
const addNote = async (transaction: IDBTransaction, entry: Entry, note: JournalNote): Promise<void> => {
  await addRecord(transaction, entry, note)
  if (note.receipt) await addReceipt(transaction, entry, { receipt: note.receipt, at: note.at })
}

/**
 * Runs a write, and repeats it without notes if the device is too full for them. An entry that was delivered
 * or removed must leave the outbox, even if the journal then does not record it.
 */
const withNotesIfRoom = async <T>(write: (canAddNotes: boolean) => Promise<T>): Promise<T> => {
  try {
    return await write(true)
  } catch (error) {
    if (!isQuotaExceeded(error)) throw error
    return write(false)
  }
}

/**
 * Adds an entry with the next sequence number of the device. After the database was lost, the device has a
 * new id, whose numbers start at 1.
 */
const addEntry = async (transaction: IDBTransaction, draft: Draft): Promise<Entry> => {
  const seq = (parseNumber(await readCounter(transaction, counterNames.sequence)) ?? 0) + 1
  const deviceId = parseString(await readCounter(transaction, deviceCounter)) ?? draft.device
  const entry = { ...draft, device: deviceId, seq }
  transaction.objectStore('counters').put(seq, counterNames.sequence)
  transaction.objectStore('counters').put(deviceId, deviceCounter)
  transaction.objectStore('outbox').add(entry)
  await addRecord(transaction, entry, { at: entry.capturedAt.device, happened: 'captured' })
  return entry
}

const allStores = ['outbox', 'journal', 'counters', 'receipts', 'delivered'] as const satisfies StoreName[]

/** Writes what an outcome changes in `counters`: the wait for all entries, and the time of a delivery. */
const writeCounters = (transaction: IDBTransaction, customerId: string, outcome: EntryOutcome): void => {
  const counters = transaction.objectStore('counters')
  if ('wait' in outcome) counters.put(outcome.wait, counterNames.wait)
  if (outcome.note.happened === 'delivered') counters.put(outcome.note.at, getDeliveredCounter(customerId))
}

/**
 * Stores the outbox in the IndexedDB database of this device. Each call is one transaction, so a delivered
 * entry never leaves the outbox without its receipt and its copy, unless the device is full.
 */
export const createIndexedDbStore = (database: Database): OutboxStore => ({
  capture: (draft) =>
    database.write(['outbox', 'journal', 'counters'], (transaction) => addEntry(transaction, draft)),

  read: (customerId = noCustomerId) =>
    database.read(['outbox', 'counters'], async (transaction) => {
      const rows = await readAll(transaction, 'outbox')
      const wait = readWait(await readCounter(transaction, counterNames.wait))
      const deviceId = parseString(await readCounter(transaction, deviceCounter))
      const deliveredAt = parseNumber(await readCounter(transaction, getDeliveredCounter(customerId)))
      return {
        entries: rows.map(readEntry).sort(compareByCapture(deviceId)),
        ...(wait && { wait }),
        ...(deliveredAt !== undefined && { deliveredAt }),
      }
    }),

  find: (key) => database.read(['outbox'], (transaction) => readEntryByKey(transaction, key)),

  update: (key, decide) =>
    withNotesIfRoom((canAddNotes) =>
      database.write([...allStores], async (transaction) => {
        const outbox = transaction.objectStore('outbox')
        // The entry is read in this transaction, because another tab may have changed or removed it.
        const entry = await readEntryByKey(transaction, key)
        const outcome = entry && decide(entry)
        if (!outcome) return entry
        if (outcome.entry) outbox.put(outcome.entry)
        else outbox.delete(key)
        writeCounters(transaction, entry.customer, outcome)
        if (canAddNotes) await addNote(transaction, entry, outcome.note)
        const { receipt, at } = outcome.note
        if (canAddNotes && receipt) await addCopy(transaction, entry, { receipt, at })
        return entry
      }),
    ),

  endWait: (isOver) =>
    database.write(['counters'], async (transaction) => {
      const wait = readWait(await readCounter(transaction, counterNames.wait))
      if (wait && isOver(wait)) transaction.objectStore('counters').delete(counterNames.wait)
    }),

  addNote: (entry, note) =>
    database.write(['journal', 'outbox', 'receipts'], (transaction) => addNote(transaction, entry, note)),

  restore: (entry, at) =>
    database.write(['outbox', 'journal'], async (transaction) => {
      transaction.objectStore('outbox').put(toRow(entry))
      await addRecord(transaction, entry, { at, happened: 'restored' })
    }),

  replace: (key, draft) =>
    database.write(['outbox', 'journal', 'counters'], async (transaction) => {
      const entry = await readEntryByKey(transaction, key)
      if (entry) {
        transaction.objectStore('outbox').delete(key)
        await addRecord(transaction, entry, { at: draft.capturedAt.device, happened: 'replaced' })
      }
      return addEntry(transaction, draft)
    }),

  discard: (customerId, at) =>
    withNotesIfRoom((canAddNotes) =>
      database.write(['outbox', 'journal'], async (transaction) => {
        const outbox = transaction.objectStore('outbox')
        const rows = await readAll(transaction, 'outbox')
        const ownEntries = rows.map(readEntry).filter((entry) => entry.customer === customerId)
        for (const entry of ownEntries) {
          outbox.delete(entry.key)
          if (canAddNotes) await addRecord(transaction, entry, { at, happened: 'removed' })
        }
        return ownEntries.length
      }),
    ),

  sendAgain: (isLost, at) =>
    database.write(['delivered', 'outbox', 'journal'], async (transaction) => {
      const lostEntries = await takeCopies(transaction, isLost, at)
      for (const entry of lostEntries) {
        transaction.objectStore('outbox').put(entry)
        await addRecord(transaction, entry, { at, happened: 'returned' })
      }
      return lostEntries.length
    }),

  readCopies: (customerId) =>
    database.read(['delivered'], async (transaction) =>
      (await readCopies(transaction)).filter(({ entry }) => entry.customer === customerId),
    ),

  readNewestCopyId: () => database.read(['delivered'], readNewestCopyId),

  deleteOlderCopies: () => database.write(['delivered'], deleteOlderCopies),

  forgetOtherCustomers: (signedInId = noCustomerId) =>
    database.write(['counters', 'delivered', 'receipts'], async (transaction) => {
      await deleteCopiesOfOthers(transaction, signedInId)
      await deleteWhere(transaction.objectStore('receipts'), (row) => !isReceiptOf(signedInId, row))
      await deleteWhere(
        transaction.objectStore('counters'),
        (_, name) => name.startsWith(deliveredPrefix) && name !== getDeliveredCounter(signedInId),
      )
    }),

  readReceipts: (customerId) =>
    database.read(['receipts'], async (transaction) =>
      readReceipts(await readAll(transaction, 'receipts'), customerId),
    ),

  readJournal: (customerId) =>
    database.read(['journal'], async (transaction) =>
      readJournal(await readAll(transaction, 'journal'), customerId),
    ),
})
