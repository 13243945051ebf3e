import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './customers-table.ts'

/**
 * Errors of the app on devices, one row for all that are alike. Nothing says on whose device they were: what could have said so
 * was taken out on the device, and once more here.
 */
export const appErrors = pgTable(
  'app_errors',
  {
    /** SHA-256 of where it runs, the message and the files of the stack: the same in every build. */
    fingerprint: text('fingerprint').primaryKey(),
    place: text('place').notNull(),
    message: text('message').notNull(),
    /** Files of ours with line and column, of the device that told last. */
    stack: text('stack').array().notNull(),
    /** The pattern of the page of that device; absent in workers. */
    route: text('route'),
    count: bigint('count', { mode: 'number' }).notNull(),
    firstSeen: time('first_seen'),
    lastSeen: time('last_seen'),
    /** The last ten, the newest to arrive first. */
    versions: text('versions').array().notNull(),
  },
  (table) => [index('app_errors_last_seen').on(table.lastSeen)],
)
