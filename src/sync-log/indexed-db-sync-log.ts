import * as v from 'valibot'
import { readEntry, readWait } from '../outbox/entry/entry.ts'
import { readJournalRow } from '../outbox/entry/journal.ts'
import { counterNames } from '../outbox/store/indexed-db-store.ts'
import { awaitResult, type Database } from '../platform/storage/database.ts'
import { deleteWhere } from '../platform/storage/delete-where.ts'
import type { SyncLogStore } from './sync-log-store.ts'
import { readUploadCounts } from './upload-counts.ts'

const reportedPrefix = 'reported:'
/** Returns the name of the counter with a customer's `ReportedPosition`. */
const getReportedCounter = (customerId: string) => reportedPrefix + customerId
/** Nothing was reported if the counter is missing. */
const reportedSchema = v.fallback(v.object({ row: v.number(), at: v.number() }), { row: 0, at: 0 })
const sequenceSchema = v.fallback(v.number(), 0)

/** The customer id that stands for nobody. No customer has it. */
const noCustomerId = ''

/** Resolves to the function that returns the last reported row of a customer's log. */
const readReportedRows = async (counters: IDBObjectStore): Promise<(customerId: string) => number> => {
  const [names, counterValues] = await Promise.all([
    awaitResult(counters.getAllKeys()),
    awaitResult<unknown[]>(counters.getAll()),
  ])
  const valueByName = new Map(names.map((name, index) => [name, counterValues[index]]))
  return (customerId) => v.parse(reportedSchema, valueByName.get(getReportedCounter(customerId))).row
}

/** Reads the sync log from the database of this device. The outbox writes its rows to the journal. */
export const createIndexedDbSyncLog = (database: Database): SyncLogStore => ({
  read: (customerId) =>
    database.read(['outbox', 'journal', 'counters'], async (transaction) => {
      const readAll = (store: string) => awaitResult<unknown[]>(transaction.objectStore(store).getAll())
      const readCounter = (name: string) =>
        awaitResult<unknown>(transaction.objectStore('counters').get(name))
      const entries = (await readAll('outbox')).map(readEntry)
      const journal = (await readAll('journal')).flatMap((row) => readJournalRow(row) ?? [])
      const wait = readWait(await readCounter(counterNames.wait))
      return {
        entries,
        journal,
        ...(wait && { wait }),
        highest: v.parse(sequenceSchema, await readCounter(counterNames.sequence)),
        reported: v.parse(reportedSchema, await readCounter(getReportedCounter(customerId))),
        uploads: await readUploadCounts(transaction.objectStore('counters')),
      }
    }),
  saveReported: (customerId, reported) =>
    database.write(['counters'], async (transaction) => {
      transaction.objectStore('counters').put(reported, getReportedCounter(customerId))
    }),
  forgetOthers: (signedInId = noCustomerId) =>
    database.write(['outbox', 'journal', 'counters'], async (transaction) => {
      const counters = transaction.objectStore('counters')
      const getReportedRow = await readReportedRows(counters)
      const unsentKeys = new Set<unknown>(await awaitResult(transaction.objectStore('outbox').getAllKeys()))
      await deleteWhere(transaction.objectStore('journal'), (stored) => {
        const row = readJournalRow(stored)
        if (!row || row.customer === signedInId || unsentKeys.has(row.key)) return false
        return row.id <= getReportedRow(row.customer)
      })
      await deleteWhere(
        counters,
        (_, name) => name.startsWith(reportedPrefix) && name !== getReportedCounter(signedInId),
      )
    }),
})
