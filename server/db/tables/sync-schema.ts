import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ErrorCount } from '../../../src/contract/product-api/sync-report.ts'
import type { UploadCounts } from '../../../src/contract/product-api/upload-counts.ts'
import { customerId, customers, time } from './customers-table.ts'
import { sequences } from './sequences-column.ts'

const emptySet = sql`'{}'::int8multirange`

/**
 * Admins of the previous release, which still reads this table during an update. `roles` has replaced it. The
 * next release can delete it.
 */
export const admins = pgTable('admins', { customerId: text('customer_id').primaryKey() })

/** Stands for the time of the oldest entry if nothing waits on a device: an index sorts it last. */
export const farFuture = new Date('9999-12-31T00:00:00.000Z')

/**
 * A phone or a browser, with its last report. Each column that admins filter and sort by has an index that
 * ends in the id, so that the database finds the start of each page of the list quickly.
 */
export const devices = pgTable(
  'devices',
  {
    id: uuid('id').primaryKey(),
    /** The customer who used the device last. */
    customerId: text('customer_id').references(() => customers.id, { onDelete: 'set null' }),
    country: text('country'),
    locale: text('locale'),
    version: text('version'),
    firstSeen: time('first_seen'),
    /** The last report or delivery. */
    lastSeen: time('last_seen'),
    /** The last delivery. */
    lastSuccess: timestamp('last_success', { withTimezone: true, mode: 'date' }),
    /** The number of entries that wait on the device. */
    pending: integer('pending').notNull().default(0),
    /** How many of them need the coach: they wait until the coach acts, for example signs in. */
    needsYou: integer('needs_you').notNull().default(0),
    /** The capture time of the oldest waiting entry. */
    oldestAt: time('oldest_at').default(farFuture),
    /** The error codes of waiting and rejected entries, each with the number of entries. */
    errors: jsonb('errors').$type<ErrorCount[]>().notNull().default([]),
    /** The highest sequence number that the device has assigned to an entry. */
    highest: bigint('highest', { mode: 'number' }).notNull().default(0),
    /** Sequence numbers that arrived, that wait on the device, and that were discarded there. */
    seen: sequences('seen').notNull().default(emptySet),
    waiting: sequences('waiting').notNull().default(emptySet),
    discarded: sequences('discarded').notNull().default(emptySet),
    /** How many numbers up to the highest one are in none of these sets (`sequence-gaps.ts`). */
    gaps: integer('gaps').notNull().default(0),
    /** How far the server's clock is ahead of the device's, in ms. */
    clockOffset: bigint('clock_offset', { mode: 'number' }).notNull().default(0),
    /** How much storage the site uses in the browser, and its limit, in bytes. Null if unknown. */
    usage: bigint('usage', { mode: 'number' }),
    quota: bigint('quota', { mode: 'number' }),
    /** Whether the browser promised to keep the site's storage. */
    persisted: boolean('persisted'),
    /** The numbers of uploads from the device, by outcome. Null if it has not sent them. */
    uploads: jsonb('uploads').$type<UploadCounts>(),
  },
  (table) => [
    index('devices_last_seen').on(table.lastSeen, table.id),
    index('devices_oldest').on(table.oldestAt, table.id),
    index('devices_pending').on(table.pending, table.id),
    index('devices_needs_you').on(table.needsYou, table.id),
    index('devices_gaps').on(table.gaps, table.id),
    index('devices_country').on(table.country, table.lastSeen, table.id),
    index('devices_version').on(table.version, table.lastSeen, table.id),
    index('devices_errors').using('gin', table.errors.op('jsonb_path_ops')),
    index('devices_customer').on(table.customerId),
  ],
)

/** The customers of a device, and how many entries of each wait there: to be sent, or for the coach. */
export const deviceCustomers = pgTable(
  'device_customers',
  {
    device: uuid('device')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    customerId: customerId(),
    lastSeen: time('last_seen'),
    toSend: integer('to_send').notNull(),
    needsYou: integer('needs_you').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.device, table.customerId] }),
    index('device_customers_customer').on(table.customerId),
  ],
)

/**
 * The rows of devices' logs, each about one entry. A device numbers its rows, so a row that arrives again
 * changes nothing.
 */
export const syncLog = pgTable(
  'sync_log',
  {
    device: uuid('device').notNull(),
    row: bigint('row', { mode: 'number' }).notNull(),
    customerId: text('customer_id').notNull(),
    /** By the device's clock. */
    at: time('at'),
    receivedAt: time('received_at'),
    /** What happened to an entry, such as `captured` or `delivered`. */
    happened: text('happened').notNull(),
    /** The entry's number on the device. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    /** The name and version of the entry's event, such as `survey.answered.v1`. */
    name: text('name').notNull(),
    /** The module or course that the entry is about. */
    subject: text('subject'),
    /** The error code and the HTTP status, if the entry could not be delivered. */
    code: text('code'),
    status: integer('status'),
  },
  (table) => [
    primaryKey({ columns: [table.device, table.row] }),
    index('sync_log_received').on(table.receivedAt),
    // An erasure deletes the rows by cascade. The primary key begins with the device, so finding them needs
    // no further index.
    foreignKey({
      columns: [table.device, table.customerId],
      foreignColumns: [deviceCustomers.device, deviceCustomers.customerId],
      name: 'sync_log_of',
    }).onDelete('cascade'),
  ],
)

/**
 * Errors of the app on devices, one row for all equal errors. No column identifies the device: both the
 * device and the server have removed everything that could.
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

/**
 * How often devices reported a web vital, as a histogram for each day, vital and route. No column identifies
 * a device. The number of rows depends on the number of days, vitals, routes and buckets, but not on the
 * number of devices.
 */
export const appVitals = pgTable(
  'app_vitals',
  {
    /** In UTC, by the clock of the server. */
    day: date('day', { mode: 'string' }).notNull(),
    vital: text('vital').notNull(),
    /** A route pattern, or empty if the server does not know the route. A primary key has no nulls. */
    route: text('route').notNull(),
    /** The number of the bucket (`server/resources/health/vital-buckets.ts`). */
    bucket: integer('bucket').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.vital, table.route, table.bucket] })],
)
