import { lte, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { sessionDays } from '../../src/contract/product-api.ts'
import {
  appErrors,
  erasedSessions,
  loyaltySignIns,
  replacedAnswers,
  sessions,
  syncLog,
} from '../db/schema.ts'

/** How long is kept what the operator may decide, in days. */
export type RetentionDays = { syncLog: number; replacedAnswers: number }

/** Which rows of a table have had their time. Each has an index that finds them, the oldest first. */
export type RetentionRule = { name: string; table: PgTable; order: SQL; isOver: SQL | undefined }

const day = 86_400_000

/** An error that no device had for so long is mended, or nobody's any more. */
const appErrorDays = 90

/**
 * What is deleted when its time is over. A table that is not here is kept for ever, or for as long as the account
 * (docs/decisions/057-retention.md).
 */
export const retentionRules = (days: RetentionDays, now: Date): RetentionRule[] => {
  const before = (age: number) => new Date(now.getTime() - age * day)
  return [
    {
      name: 'sessions',
      table: sessions,
      order: sql`${sessions.expiresAt}`,
      isOver: lte(sessions.expiresAt, now),
    },
    {
      name: 'erased_sessions',
      table: erasedSessions,
      order: sql`${erasedSessions.expiresAt}`,
      isOver: lte(erasedSessions.expiresAt, now),
    },
    {
      name: 'loyalty_sign_ins',
      table: loyaltySignIns,
      order: sql`${loyaltySignIns.signedInAt}`,
      // No session is of one that is older.
      isOver: lte(loyaltySignIns.signedInAt, before(sessionDays)),
    },
    {
      name: 'replaced_answers',
      table: replacedAnswers,
      order: sql`${replacedAnswers.replacedAt}`,
      isOver: lte(replacedAnswers.replacedAt, before(days.replacedAnswers)),
    },
    {
      name: 'app_errors',
      table: appErrors,
      order: sql`${appErrors.lastSeen}`,
      isOver: lte(appErrors.lastSeen, before(appErrorDays)),
    },
    {
      name: 'sync_log',
      table: syncLog,
      order: sql`${syncLog.receivedAt}`,
      isOver: sql`${lte(syncLog.receivedAt, before(days.syncLog))} and ${isNotLast}`,
    },
  ]
}

/** The last row of a customer on a device stays: a device that is told of none sends all of its log again. */
const isNotLast = sql`exists (select from ${syncLog} as later
  where later.device = ${syncLog.device} and later.row > ${syncLog.row} and later.customer_id = ${syncLog.customerId})`
