import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { erasureReasons } from '../../../src/contract/product-api/erasure.ts'
import { time } from './customers-table.ts'

/**
 * Accounts that were deleted, by the SHA-256 of their customer's id: who knows the id finds the row, and the row tells
 * nobody the id. It recognises what a backup brings back and what arrives late.
 */
export const erasures = pgTable(
  'erasures',
  {
    number: uuid('number').primaryKey(),
    customerHash: text('customer_hash').notNull(),
    erasedAt: time('erased_at'),
    by: text('by', { enum: ['customer', 'admin'] }).notNull(),
    /** An admin's. */
    reason: text('reason', { enum: erasureReasons }),
    /** How many rows of each table spoke of the customer. */
    rows: jsonb('rows').$type<Record<string, number>>().notNull(),
  },
  (table) => [index('erasures_customer').on(table.customerHash, table.erasedAt)],
)

/** The sessions that an erasure ended, until their cookies expire: their devices are told why. */
export const erasedSessions = pgTable(
  'erased_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    expiresAt: time('expires_at'),
  },
  (table) => [index('erased_sessions_expiry').on(table.expiresAt)],
)
