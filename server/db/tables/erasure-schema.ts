import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { erasureReasons } from '../../../src/contract/product-api/erasure.ts'
import { time } from './customers-table.ts'

/**
 * Deleted accounts, by the SHA-256 of the customer's id. A customer's id leads to the row, but the row does
 * not reveal the id. The rows identify accounts that a backup restores and entries that arrive late.
 */
export const erasures = pgTable(
  'erasures',
  {
    number: uuid('number').primaryKey(),
    customerHash: text('customer_hash').notNull(),
    erasedAt: time('erased_at'),
    by: text('by', { enum: ['customer', 'admin'] }).notNull(),
    /** The reason that an admin gave. */
    reason: text('reason', { enum: erasureReasons }),
    /** The number of rows about the customer in each table. */
    rows: jsonb('rows').$type<Record<string, number>>().notNull(),
  },
  (table) => [index('erasures_customer').on(table.customerHash, table.erasedAt)],
)

/** The sessions that an erasure ended, until their cookies expire. They tell the devices the reason. */
export const erasedSessions = pgTable(
  'erased_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    expiresAt: time('expires_at'),
  },
  (table) => [index('erased_sessions_expiry').on(table.expiresAt)],
)
