import * as v from 'valibot'
import { readEntry, readWait } from '../outbox/entry/entry.ts'
import { counters } from '../outbox/store/indexed-db-store.ts'
import { readJournalRow } from '../outbox/entry/journal.ts'
import { resultOf, type Database } from '../platform/storage/database.ts'
import { deleteWhere } from '../platform/storage/delete-where.ts'
import type { SyncLogStore } from './sync-log-store.ts'
import { readUploadCounts } from './upload-counts.ts'

const reportedCounters = 'reported:'
const reportedCounter = (customer: string) => reportedCounters + customer
const reported = v.fallback(v.object({ row: v.number(), at: v.number() }), { row: 0, at: 0 })
const highest = v.fallback(v.number(), 0)

/** The last reported row of each customer's log. */
const reportedRows = async (counters: IDBObjectStore): Promise<(customer: string) => number> => {
  const [names, values] = await Promise.all([
    resultOf(counters.getAllKeys()),
    resultOf<unknown[]>(counters.getAll()),
  ])
  const rows = new Map(names.map((name, at) => [name, values[at]]))
  return (customer) => v.parse(reported, rows.get(reportedCounter(customer))).row
}

/** The sync log in this device's database, beside the outbox that writes it. */
export const createIndexedDbSyncLog = (database: Database): SyncLogStore => ({
  read: (customer) =>
    database.read(['outbox', 'journal', 'counters'], async (transaction) => {
      const all = (store: string) => resultOf<unknown[]>(transaction.objectStore(store).getAll())
      const counter = (name: string) => resultOf<unknown>(transaction.objectStore('counters').get(name))
      const entries = (await all('outbox')).map(readEntry)
      const journal = (await all('journal')).flatMap((row) => readJournalRow(row) ?? [])
      const wait = readWait(await counter(counters.wait))
      return {
        entries,
        journal,
        ...(wait && { wait }),
        highest: v.parse(highest, await counter(counters.sequence)),
        reported: v.parse(reported, await counter(reportedCounter(customer))),
        uploads: await readUploadCounts(transaction.objectStore('counters')),
      }
    }),
  saveReported: (customer, given) =>
    database.write(['counters'], async (transaction) => {
      transaction.objectStore('counters').put(given, reportedCounter(customer))
    }),
  forgetOthers: (signedIn = '') =>
    database.write(['outbox', 'journal', 'counters'], async (transaction) => {
      const counters = transaction.objectStore('counters')
      const reportedRow = await reportedRows(counters)
      const unsent = new Set<unknown>(await resultOf(transaction.objectStore('outbox').getAllKeys()))
      await deleteWhere(transaction.objectStore('journal'), (stored) => {
        const row = readJournalRow(stored)
        if (!row || row.customer === signedIn || unsent.has(row.key)) return false
        return row.id <= reportedRow(row.customer)
      })
      await deleteWhere(
        counters,
        (_, name) => name.startsWith(reportedCounters) && name !== reportedCounter(signedIn),
      )
    }),
})
