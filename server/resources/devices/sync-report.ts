import { and, desc, eq, lte, sql } from 'drizzle-orm'
import type { SyncReport } from '../../../src/contract/product-api/sync-report.ts'
import { sumCounts, type UploadCounts } from '../../../src/contract/product-api/upload-counts.ts'
import type { CustomerHandler } from '../../api/handler.ts'
import { findErasedCustomers } from '../../db/customers/erasures.ts'
import { lockCustomerShared } from '../../db/customers/lock-customer.ts'
import type { Database } from '../../db/database.ts'
import { countGaps, selectCountry, uniteNumbers, waitingNumbers } from '../../db/deliveries/sequence-gaps.ts'
import { deviceCustomers, devices, syncLog } from '../../db/schema.ts'
import { readRanges } from '../../db/tables/sequences-column.ts'
import { farFuture } from '../../db/tables/sync-schema.ts'
import type { Session } from '../../http/app-env.ts'
import type { Measures } from '../../metrics/measures.ts'
import { selectRuns } from './log-query.ts'

/*
 * A device regularly reports the state of its outbox: what waits, which numbers its entries have, and its
 * latest log rows. Admins see the reports, and the response says which entries the server misses.
 */

/** Limit of log rows per customer and device. The device itself keeps the same number. */
const rowsPerCustomer = 2000

type ReceivedReport = { report: SyncReport; session: Session; receivedAt: Date }

/**
 * Stores what a report says about its device. Resolves to the upload counts that the device sent earlier, or
 * null if it has sent none.
 */
const storeDevice = async (
  tx: Database,
  { report, session, receivedAt }: ReceivedReport,
): Promise<UploadCounts | null> => {
  const { pending, sequences, storage } = report
  const columns = {
    customerId: session.customer,
    country: selectCountry(session.customer),
    locale: report.locale,
    version: report.version,
    lastSeen: receivedAt,
    pending: pending.to_send + pending.needs_you,
    needsYou: pending.needs_you,
    // `farFuture` if nothing waits.
    oldestAt: pending.oldest_age === null ? farFuture : new Date(receivedAt.getTime() - pending.oldest_age),
    errors: report.errors,
    waiting: sequences.pending,
    clockOffset: report.clock_offset,
    ...storage,
  }
  const { highest, discarded } = sequences
  const [storedDevice] = await tx
    .insert(devices)
    .values({ ...columns, id: session.device, firstSeen: receivedAt, highest, discarded })
    .onConflictDoUpdate({
      target: devices.id,
      set: {
        ...columns,
        // Reports may arrive in another order. These sets and the highest number never lose what a later
        // report has stored.
        waiting: waitingNumbers,
        highest: sql`greatest(${devices.highest}, excluded.highest)`,
        discarded: uniteNumbers(sql`${devices.discarded}`, sql`excluded.discarded`),
      },
    })
    .returning({ uploads: devices.uploads })
  await countGaps(tx, session.device)
  return storedDevice?.uploads ?? null
}

/** Stores what a report says about the signed-in customer: how many of the device's entries are theirs. */
const storeCustomer = async (
  tx: Database,
  { report, session, receivedAt }: ReceivedReport,
): Promise<void> => {
  const columns = { lastSeen: receivedAt, toSend: report.mine.to_send, needsYou: report.mine.needs_you }
  await tx
    .insert(deviceCustomers)
    .values({ device: session.device, customerId: session.customer, ...columns })
    .onConflictDoUpdate({ target: [deviceCustomers.device, deviceCustomers.customerId], set: columns })
}

/**
 * Stores the new rows of the device's log and deletes the customer's oldest ones. Resolves to the number of
 * the last new row, or 0. Leaves the rows of other customers who share the device. The row numbers come from
 * the device, and a wrong number must not delete their rows.
 */
const storeRows = async (tx: Database, { report, session, receivedAt }: ReceivedReport): Promise<number> => {
  const { device, customer } = session
  const lastRowNumber = report.rows.at(-1)?.id ?? 0
  if (lastRowNumber === 0) return 0
  const rows = report.rows.map(({ id, at, ...row }) => {
    return { ...row, device, row: id, customerId: customer, at: new Date(at), receivedAt }
  })
  await tx.insert(syncLog).values(rows).onConflictDoNothing()
  const isOfCustomer = and(eq(syncLog.device, device), eq(syncLog.customerId, customer))
  await tx.delete(syncLog).where(and(isOfCustomer, lte(syncLog.row, lastRowNumber - rowsPerCustomer)))
  return lastRowNumber
}

/** Finds the number of the last row of a customer's log on a device, or 0. */
const findLastRowNumber = async (tx: Database, { device, customer }: Session): Promise<number> => {
  const [lastRow] = await tx
    .select({ row: syncLog.row })
    .from(syncLog)
    .where(and(eq(syncLog.device, device), eq(syncLog.customerId, customer)))
    .orderBy(desc(syncLog.row))
    .limit(1)
  return lastRow?.row ?? 0
}

/** Returns the values of a report for the metrics. */
const toMeasures = ({ pending, clock_offset }: SyncReport) => ({
  oldestAgeSeconds: (pending.oldest_age ?? 0) / 1000,
  toSend: pending.to_send,
  needsYou: pending.needs_you,
  clockOffsetSeconds: Math.abs(clock_offset) / 1000,
})

type Deps = { db: Database; measures: Pick<Measures, 'report'>; now: () => Date }

/** Handles the calls that the session's device uses to report. */
export const createSyncReport = ({ db, measures, now }: Deps) => {
  /**
   * Stores a report completely or not at all. The response lists the numbers of entries that are missing on
   * this server, so that the device sends again what a restored database has lost.
   */
  const syncReport: CustomerHandler<'syncReport'> = (report, session) => {
    measures.report(toMeasures(report))
    return db.transaction(async (tx) => {
      const received = { report, session, receivedAt: now() }
      await lockCustomerShared(tx, session.customer)
      const last_row = await findLastRowNumber(tx, session)
      const uploads = await storeDevice(tx, received)
      await storeCustomer(tx, received)
      const acknowledged = await storeRows(tx, received)
      // Ranges of the numbers that the device assigned to its entries.
      const [numberRuns] = await selectRuns(tx, session.device)
      return {
        acknowledged,
        last_row,
        missing: readRanges(numberRuns?.missing ?? ''),
        uploads: uploads && sumCounts(uploads),
      }
    })
  }

  /** Stores the upload counts. They are the device's totals, so counts that arrive twice change nothing. */
  const syncUploads: CustomerHandler<'syncUploads'> = async ({ uploads }, { device }) => {
    await db.update(devices).set({ uploads }).where(eq(devices.id, device))
    return {}
  }

  /** Tells a shared device which of its other customers have no account now, because it was erased. */
  const erasedCustomers: CustomerHandler<'erasedCustomers'> = async (body) => ({
    erased: await findErasedCustomers(db, body.customers),
  })

  return { syncReport, syncUploads, erasedCustomers }
}
