import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  doublePrecision,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { LocaleCode } from '../../../src/config/locales.ts'
import type { Segment } from '../../../src/lib/segments.ts'
import { customerId, time } from './customers-table.ts'

const courseId = () => text('course_id', { enum: ['training', 'football'] }).notNull()
const locale = () => text('locale').$type<LocaleCode>().notNull()

/** How far a coach is with the film or the text of a module, over all their devices. */
export const moduleProgress = pgTable(
  'module_progress',
  {
    customerId: customerId(),
    moduleId: text('module_id').notNull(),
    /** The stretches of the film that were watched, in seconds, merged. */
    watched: jsonb('watched').$type<Segment[]>().notNull(),
    /** s; where the coach stopped last, and when: by the corrected clock of the device */
    position: doublePrecision('position'),
    positionAt: timestamp('position_at', { withTimezone: true, mode: 'date' }),
    startedAt: time('started_at'),
    finishedAt: timestamp('finished_at', { withTimezone: true, mode: 'date' }),
    /** When everything of the module was done for the first time: it stays so, whatever the module asks later. */
    completedAt: timestamp('completed_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.moduleId] })],
)

/** The name that the certificate of a course bears, or will bear when it is issued. */
export const certificateNames = pgTable(
  'certificate_names',
  {
    customerId: customerId(),
    courseId: courseId(),
    name: text('name').notNull(),
    locale: locale(),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    /** By the corrected clock of the device: of two names the one that was said last counts. */
    capturedAt: timestamp('captured_at', { withTimezone: true, mode: 'date' }),
    receivedAt: time('received_at'),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.courseId] })],
)

/** Certificates as they were given out: signed, and never changed. One whose name changed was replaced by the next. */
export const certificateDocuments = pgTable(
  'certificate_documents',
  {
    number: text('number').primaryKey(),
    customerId: customerId(),
    courseId: courseId(),
    name: text('name').notNull(),
    title: text('title').notNull(),
    locale: locale(),
    hours: integer('hours').notNull(),
    issuedAt: time('issued_at'),
    /** As in `certificates`. */
    utcOffset: text('utc_offset'),
    keyId: text('key_id').notNull(),
    signature: text('signature').notNull(),
    replacedAt: timestamp('replaced_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [
    index('certificate_documents_customer').on(table.customerId, table.courseId),
    uniqueIndex('certificate_documents_valid')
      .on(table.customerId, table.courseId)
      .where(sql`${table.replacedAt} is null`),
  ],
)
