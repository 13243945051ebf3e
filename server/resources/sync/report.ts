import { and, eq, lte, sql } from 'drizzle-orm'
import type { SyncReport } from '../../../src/contract/product-api/sync-report.ts'
import type { Session } from '../../auth/sessions.ts'
import type { Database } from '../../db/database.ts'
import { deviceCustomers, devices, syncLog } from '../../db/schema.ts'
import { nothingWaits } from '../../db/sync-schema.ts'
import type { AskedHandler } from '../../api/handler.ts'
import { countGaps, countryOf, joined, stillWaiting } from '../../db/sequence-gaps.ts'

/** Rows kept of a device, as many as it keeps itself: what a hundred thousand devices can fill is known. */
const rowsKept = 2000

type Reported = { report: SyncReport; session: Session; at: Date }

const keepDevice = async (tx: Database, { report, session, at }: Reported): Promise<void> => {
  const { pending, sequences, storage } = report
  const told = {
    customerId: session.customer,
    country: countryOf(session.customer),
    locale: report.locale,
    version: report.version,
    lastSeen: at,
    pending: pending.to_send + pending.needs_you,
    needsYou: pending.needs_you,
    oldestAt: pending.oldest_age === null ? nothingWaits : new Date(at.getTime() - pending.oldest_age),
    errors: report.errors,
    waiting: sequences.pending,
    clockOffset: report.clock_offset,
    ...storage,
  }
  const { highest, discarded } = sequences
  await tx
    .insert(devices)
    .values({ ...told, id: session.device, firstSeen: at, highest, discarded })
    .onConflictDoUpdate({
      target: devices.id,
      set: {
        ...told,
        waiting: stillWaiting,
        highest: sql`greatest(${devices.highest}, excluded.highest)`,
        discarded: joined(sql`${devices.discarded}`, sql`excluded.discarded`),
      },
    })
  await countGaps(tx, session.device)
}

const keepCustomer = async (tx: Database, { report, session, at }: Reported): Promise<void> => {
  const told = { lastSeen: at, toSend: report.mine.to_send, needsYou: report.mine.needs_you }
  await tx
    .insert(deviceCustomers)
    .values({ device: session.device, customerId: session.customer, ...told })
    .onConflictDoUpdate({ target: [deviceCustomers.device, deviceCustomers.customerId], set: told })
}

/** Keeps the rows that are new, lets the oldest go, and answers the number of the last. */
const keepRows = async (tx: Database, { report, session, at }: Reported): Promise<number> => {
  const { device, customer } = session
  const last = report.rows.at(-1)?.id ?? 0
  if (last === 0) return 0
  const rows = report.rows.map(({ id, at: happenedAt, ...row }) => {
    return { ...row, device, row: id, customerId: customer, at: new Date(happenedAt), receivedAt: at }
  })
  await tx.insert(syncLog).values(rows).onConflictDoNothing()
  await tx.delete(syncLog).where(and(eq(syncLog.device, device), lte(syncLog.row, last - rowsKept)))
  return last
}

/** Takes the report of the session's device: all of it, or nothing. */
export const createSyncReportCall = ({ db, now }: { db: Database; now: () => Date }) => {
  const syncReport: AskedHandler<'syncReport'> = (report, session) =>
    db.transaction(async (tx) => {
      const reported = { report, session, at: now() }
      await keepDevice(tx, reported)
      await keepCustomer(tx, reported)
      return { acknowledged: await keepRows(tx, reported) }
    })
  return { syncReport }
}
