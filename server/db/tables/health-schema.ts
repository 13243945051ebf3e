import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './customers-table.ts'

/**
 * Errors of the app on devices, one row for all that are alike. No column identifies the device: the device
 * and then the server removed everything that could.
 */
export const appErrors = pgTable(
  'app_errors',
  {
    /** SHA-256 of the place, the message and the files of the stack. It is the same in every build. */
    fingerprint: text('fingerprint').primaryKey(),
    place: text('place').notNull(),
    message: text('message').notNull(),
    /** Our files with line and column, from the last report. */
    stack: text('stack').array().notNull(),
    /** The route pattern of the page in the last report. Absent in workers. */
    route: text('route'),
    count: bigint('count', { mode: 'number' }).notNull(),
    firstSeen: time('first_seen'),
    lastSeen: time('last_seen'),
    /** The last ten versions, most recent report first. */
    versions: text('versions').array().notNull(),
  },
  (table) => [index('app_errors_last_seen').on(table.lastSeen)],
)
