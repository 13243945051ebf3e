import * as v from 'valibot'
import { resultOf, type Database, type StoreName } from '../../platform/storage/database.ts'
import { deleteWhere } from '../../platform/storage/delete-where.ts'
import { deviceCounter, sequenceCounter } from '../../platform/storage/device-id.ts'
import { isQuotaExceeded } from '../../platform/storage/free-space.ts'
import { captureOrder, readEntry, readWait, rowOf, type Entry } from '../entry/entry.ts'
import { addRecord, readJournal, type JournalNote } from '../entry/journal.ts'
import { addReceipt, isReceiptOf, readReceipts } from '../receipts/stored-receipt.ts'
import { addCopy, forgetCopies, newestCopyId, readCopies, takeCopies, thinCopies } from './delivered-copy.ts'
import type { Draft, EntryOutcome, OutboxStore } from './outbox-store.ts'

/** Names in the store `counters`. */
export const counters = { sequence: sequenceCounter, wait: 'outbox-wait' } as const

const deliveredCounters = 'delivered:'
/** The name in the store `counters` of the time of a customer's last delivery. */
const deliveredCounter = (customer: string): string => deliveredCounters + customer

const readText = (row: unknown): string | undefined => (v.is(v.string(), row) ? row : undefined)
const readNumber = (row: unknown): number | undefined => (v.is(v.number(), row) ? row : undefined)

const counter = (transaction: IDBTransaction, name: string): Promise<unknown> =>
  resultOf<unknown>(transaction.objectStore('counters').get(name))

const all = (transaction: IDBTransaction, store: StoreName): Promise<unknown[]> =>
  resultOf<unknown[]>(transaction.objectStore(store).getAll())

const entryIn = async (transaction: IDBTransaction, key: string): Promise<Entry | undefined> => {
  const row = await resultOf<unknown>(transaction.objectStore('outbox').get(key))
  return row === undefined ? undefined : readEntry(row)
}

/** Records what happened to an entry, with its receipt if it was delivered. */
const remember = async (transaction: IDBTransaction, entry: Entry, what: JournalNote): Promise<void> => {
  await addRecord(transaction, entry, what)
  if (what.receipt) await addReceipt(transaction, entry, { receipt: what.receipt, at: what.at })
}

/** Writes without notes if there is no room for them: delivered and removed entries must leave. */
const sparingNotes = async <T>(write: (noted: boolean) => Promise<T>): Promise<T> => {
  try {
    return await write(true)
  } catch (error) {
    if (!isQuotaExceeded(error)) throw error
    return write(false)
  }
}

/**
 * Adds an entry with the device's next number. Numbers belong to one device: after the loss of the database,
 * a new device id starts at 1.
 */
const add = async (transaction: IDBTransaction, draft: Draft): Promise<Entry> => {
  const seq = (readNumber(await counter(transaction, counters.sequence)) ?? 0) + 1
  const device = readText(await counter(transaction, deviceCounter)) ?? draft.device
  const entry = { ...draft, device, seq }
  transaction.objectStore('counters').put(seq, counters.sequence)
  transaction.objectStore('counters').put(device, deviceCounter)
  transaction.objectStore('outbox').add(entry)
  await addRecord(transaction, entry, { at: entry.capturedAt.device, happened: 'captured' })
  return entry
}

const everything = ['outbox', 'journal', 'counters', 'receipts', 'delivered'] as const satisfies StoreName[]

const count = (transaction: IDBTransaction, customer: string, outcome: EntryOutcome): void => {
  const store = transaction.objectStore('counters')
  if ('wait' in outcome) store.put(outcome.wait, counters.wait)
  if (outcome.note.happened === 'delivered') store.put(outcome.note.at, deliveredCounter(customer))
}

/** The outbox in the IndexedDB database of this device. */
export const createIndexedDbStore = (database: Database): OutboxStore => ({
  capture: (draft) =>
    database.write(['outbox', 'journal', 'counters'], (transaction) => add(transaction, draft)),

  read: (customer = '') =>
    database.read(['outbox', 'counters'], async (transaction) => {
      const rows = await all(transaction, 'outbox')
      const wait = readWait(await counter(transaction, counters.wait))
      const device = readText(await counter(transaction, deviceCounter))
      const deliveredAt = readNumber(await counter(transaction, deliveredCounter(customer)))
      return {
        entries: rows.map(readEntry).sort(captureOrder(device)),
        ...(wait && { wait }),
        ...(deliveredAt !== undefined && { deliveredAt }),
      }
    }),

  find: (key) => database.read(['outbox'], (transaction) => entryIn(transaction, key)),

  update: (key, decide) =>
    sparingNotes((noted) =>
      database.write([...everything], async (transaction) => {
        const outbox = transaction.objectStore('outbox')
        const entry = await entryIn(transaction, key)
        const outcome = entry && decide(entry)
        if (!outcome) return entry
        if (outcome.entry) outbox.put(outcome.entry)
        else outbox.delete(key)
        count(transaction, entry.customer, outcome)
        if (noted) await remember(transaction, entry, outcome.note)
        const { receipt, at } = outcome.note
        if (noted && receipt) await addCopy(transaction, entry, { receipt, at })
        return entry
      }),
    ),

  lift: (isOver) =>
    database.write(['counters'], async (transaction) => {
      const wait = readWait(await counter(transaction, counters.wait))
      if (wait && isOver(wait)) transaction.objectStore('counters').delete(counters.wait)
    }),

  remember: (entry, what) =>
    database.write(['journal', 'outbox', 'receipts'], (transaction) => remember(transaction, entry, what)),

  restore: (entry, at) =>
    database.write(['outbox', 'journal'], async (transaction) => {
      transaction.objectStore('outbox').put(rowOf(entry))
      await addRecord(transaction, entry, { at, happened: 'restored' })
    }),

  replace: (key, draft) =>
    database.write(['outbox', 'journal', 'counters'], async (transaction) => {
      const entry = await entryIn(transaction, key)
      if (entry) {
        transaction.objectStore('outbox').delete(key)
        await addRecord(transaction, entry, { at: draft.capturedAt.device, happened: 'replaced' })
      }
      return add(transaction, draft)
    }),

  discard: (customer, at) =>
    sparingNotes((noted) =>
      database.write(['outbox', 'journal'], async (transaction) => {
        const outbox = transaction.objectStore('outbox')
        const rows = await all(transaction, 'outbox')
        const mine = rows.map(readEntry).filter((entry) => entry.customer === customer)
        for (const entry of mine) {
          outbox.delete(entry.key)
          if (noted) await addRecord(transaction, entry, { at, happened: 'removed' })
        }
        return mine.length
      }),
    ),

  sendAgain: (isLost, at) =>
    database.write(['delivered', 'outbox', 'journal'], async (transaction) => {
      const lost = await takeCopies(transaction, isLost, at)
      for (const entry of lost) {
        transaction.objectStore('outbox').put(entry)
        await addRecord(transaction, entry, { at, happened: 'returned' })
      }
      return lost.length
    }),

  copies: (customer) =>
    database.read(['delivered'], async (transaction) =>
      (await readCopies(transaction)).filter(({ entry }) => entry.customer === customer),
    ),

  newestCopy: () => database.read(['delivered'], newestCopyId),

  thinDelivered: () => database.write(['delivered'], thinCopies),

  forgetOthers: (signedIn = '') =>
    database.write(['counters', 'delivered', 'receipts'], async (transaction) => {
      await forgetCopies(transaction, signedIn)
      await deleteWhere(transaction.objectStore('receipts'), (row) => !isReceiptOf(signedIn, row))
      await deleteWhere(
        transaction.objectStore('counters'),
        (_, name) => name.startsWith(deliveredCounters) && name !== deliveredCounter(signedIn),
      )
    }),

  receipts: (customer) =>
    database.read(['receipts'], async (transaction) =>
      readReceipts(await all(transaction, 'receipts'), customer),
    ),

  journal: (customer) =>
    database.read(['journal'], async (transaction) =>
      readJournal(await all(transaction, 'journal'), customer),
    ),
})
