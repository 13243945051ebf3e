import { sql } from 'drizzle-orm'
import {
  bigint,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { LocaleCode } from '../../../src/config/locales.ts'
import type { Segment } from '../../../src/lib/watched-segments.ts'
import { customerId, time } from './customers-table.ts'

const courseId = () => text('course_id', { enum: ['training', 'football'] }).notNull()
const locale = () => text('locale').$type<LocaleCode>().notNull()

/** Progress of a coach in the video or text of a module, merged from all their devices. */
export const moduleProgress = pgTable(
  'module_progress',
  {
    customerId: customerId(),
    moduleId: text('module_id').notNull(),
    /** Watched segments of the video in seconds, merged. */
    watched: jsonb('watched').$type<Segment[]>().notNull(),
    /** Where the coach last stopped, in s, and when, by the device's corrected clock. */
    position: doublePrecision('position'),
    positionAt: timestamp('position_at', { withTimezone: true, mode: 'date' }),
    startedAt: time('started_at'),
    /** When the coach reached the end of the video or text. */
    finishedAt: timestamp('finished_at', { withTimezone: true, mode: 'date' }),
    /** When the whole module was first complete. Stays the same, even if the module later asks for more. */
    completedAt: timestamp('completed_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.moduleId] })],
)

/** The name on the certificate of a course, before or after it is issued. */
export const certificateNames = pgTable(
  'certificate_names',
  {
    customerId: customerId(),
    courseId: courseId(),
    name: text('name').notNull(),
    locale: locale(),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    /** By the device's clock, corrected by that of the server. The name captured last replaces all others. */
    capturedAt: timestamp('captured_at', { withTimezone: true, mode: 'date' }),
    receivedAt: time('received_at'),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.courseId] })],
)

/** Certificates as issued: signed and never changed. A new name creates a replacement. */
export const certificateDocuments = pgTable(
  'certificate_documents',
  {
    number: text('number').primaryKey(),
    customerId: customerId(),
    courseId: courseId(),
    name: text('name').notNull(),
    /** The title of the course. */
    title: text('title').notNull(),
    locale: locale(),
    /** The length of the course when the coach earned the certificate. */
    hours: integer('hours').notNull(),
    issuedAt: time('issued_at'),
    utcOffset: text('utc_offset'),
    keyId: text('key_id').notNull(),
    signature: text('signature').notNull(),
    /** When another document replaced this one. Null for the valid one. */
    replacedAt: timestamp('replaced_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [
    index('certificate_documents_customer').on(table.customerId, table.courseId),
    uniqueIndex('certificate_documents_valid')
      .on(table.customerId, table.courseId)
      .where(sql`${table.replacedAt} is null`),
  ],
)
