import { lte, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { sessionDays } from '../../src/contract/product-api/headers-and-cookies.ts'
import { dayMs } from '../../src/lib/time/day-ms.ts'
import { toUtcDay } from '../../src/lib/time/utc-day.ts'
import {
  appErrors,
  appVitals,
  erasedSessions,
  loyaltySignIns,
  replacedAnswers,
  sessions,
  syncLog,
} from '../db/schema.ts'

/** Retention periods that the operator sets, in days. */
export type RetentionDays = { syncLog: number; replacedAnswers: number }

/** The expired rows of a table. Each rule has an index that finds them, oldest first. */
export type RetentionRule = {
  /** The name of the table, for the metrics. */
  name: string
  table: PgTable
  /** The column that sorts the rows, oldest first. */
  order: SQL
  /** The condition that is true for expired rows. */
  isExpired: SQL | undefined
}

/** An error is treated as fixed after this many days without a new report. */
const appErrorDays = 90
/** The longest period that admins can choose on the page *App health*. */
const appVitalDays = 90

/**
 * True for a row of the sync log if the same customer has a later one on the same device. The last row is
 * never deleted. Without any row, the server would report that it has none, and the device would send its
 * whole log again.
 */
const hasLaterRow = sql`exists (select from ${syncLog} as later
  where later.device = ${syncLog.device} and later.row > ${syncLog.row} and later.customer_id = ${syncLog.customerId})`

/**
 * Lists the rows that are deleted when their period ends. Rows of tables without a rule are stored permanently,
 * or as long as the account (docs/decisions/057-retention.md).
 */
export const createRetentionRules = (days: RetentionDays, now: Date): RetentionRule[] => {
  const daysAgo = (count: number) => new Date(now.getTime() - count * dayMs)
  return [
    {
      name: 'sessions',
      table: sessions,
      order: sql`${sessions.expiresAt}`,
      isExpired: lte(sessions.expiresAt, now),
    },
    {
      name: 'erased_sessions',
      table: erasedSessions,
      order: sql`${erasedSessions.expiresAt}`,
      isExpired: lte(erasedSessions.expiresAt, now),
    },
    {
      name: 'loyalty_sign_ins',
      table: loyaltySignIns,
      order: sql`${loyaltySignIns.signedInAt}`,
      // No session lasts longer than this, so nobody needs an older sign-in.
      isExpired: lte(loyaltySignIns.signedInAt, daysAgo(sessionDays)),
    },
    {
      name: 'replaced_answers',
      table: replacedAnswers,
      order: sql`${replacedAnswers.replacedAt}`,
      isExpired: lte(replacedAnswers.replacedAt, daysAgo(days.replacedAnswers)),
    },
    {
      name: 'app_errors',
      table: appErrors,
      order: sql`${appErrors.lastSeen}`,
      isExpired: lte(appErrors.lastSeen, daysAgo(appErrorDays)),
    },
    {
      name: 'app_vitals',
      table: appVitals,
      order: sql`${appVitals.day}`,
      // The period includes the current day.
      isExpired: lte(appVitals.day, toUtcDay(daysAgo(appVitalDays))),
    },
    {
      name: 'sync_log',
      table: syncLog,
      order: sql`${syncLog.receivedAt}`,
      isExpired: sql`${lte(syncLog.receivedAt, daysAgo(days.syncLog))} and ${hasLaterRow}`,
    },
  ]
}
