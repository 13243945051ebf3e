import {
  bigint,
  boolean,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Answer } from '../../src/contract/shapes.ts'
import { customerId, customers, time } from './tables/customers-table.ts'

/** The sequence of the delivery that wrote the row. */
const sequence = () => bigint('sequence', { mode: 'number' }).notNull()

/**
 * When it was captured, by the device's corrected clock, or what the same device replaced by it, if that is later; absent in
 * rows of earlier releases.
 */
const capturedAt = () => timestamp('captured_at', { withTimezone: true, mode: 'date' })

export const registrations = pgTable('registrations', {
  customerId: customerId().primaryKey(),
  organisation: text('organisation').notNull(),
  workFrom: text('work_from').notNull(),
  phone: text('phone').notNull(),
  job: text('job').notNull(),
  partner: text('partner').notNull(),
  numberOfPeople: integer('number_of_people').notNull(),
  mktChannel: text('mkt_channel').notNull(),
  country: text('country').notNull(),
  language: text('language').notNull(),
  youngFemale: text('young_female').notNull(),
  sportType: text('sport_type').notNull(),
  sequence: sequence(),
  capturedAt: capturedAt(),
  receivedAt: time('received_at'),
})

/** Every outbox entry that was accepted, with the response that a replay of its key gets. */
export const deliveries = pgTable(
  'deliveries',
  {
    customerId: customerId(),
    key: uuid('key').notNull(),
    call: text('call').notNull(),
    hash: text('hash').notNull(),
    /** Where it was captured, and the number that it has there; absent where that is not known, and of earlier releases. */
    device: uuid('device'),
    seq: bigint('seq', { mode: 'number' }),
    response: json('answer'),
    sequence: bigint('sequence', { mode: 'number' }).notNull().generatedAlwaysAsIdentity().unique(),
    /** The epoch that the sequence counts in. */
    epoch: uuid('epoch'),
    receivedAt: time('received_at'),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.key] })],
)

/**
 * The histories of this database, the last one in force. `place` is where the database lay when it began: elsewhere it is a
 * restored one.
 */
export const epochs = pgTable('epochs', {
  /** Taken once, so that copies of the server that notice a restore at the same time begin one epoch. */
  number: integer('number').primaryKey(),
  /** Made up anew: a number would be given again when the same backup is restored twice. */
  id: uuid('id').notNull(),
  place: text('place').notNull(),
  beganAt: time('began_at'),
})

/** Keys that sign receipts, one a month: `id` is the month. Both halves as base64url, the public one raw. */
export const receiptKeys = pgTable('receipt_keys', {
  id: text('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: time('created_at'),
})

export const events = pgTable(
  'events',
  {
    sequence: sequence().primaryKey(),
    customerId: customerId(),
    eventId: integer('event_id').notNull(),
    value: text('value').notNull(),
    receivedAt: time('received_at'),
  },
  (table) => [index('events_customer').on(table.customerId, table.eventId)],
)

export const moduleEvents = pgTable(
  'module_events',
  {
    sequence: sequence().primaryKey(),
    customerId: customerId(),
    moduleId: text('module_id').notNull(),
    type: text('type', { enum: ['module', 'video'] }).notNull(),
    action: text('action', { enum: ['start', 'complete'] }).notNull(),
    receivedAt: time('received_at'),
  },
  (table) => [index('module_events_customer').on(table.customerId, table.moduleId)],
)

export const impacts = pgTable('impacts', {
  customerId: customerId().primaryKey(),
  numberOfPeople: integer('number_of_people').notNull(),
  youngFemale: text('young_female').notNull(),
  sportType: text('sport_type').notNull(),
  sequence: sequence(),
  capturedAt: capturedAt(),
  receivedAt: time('received_at'),
})

/**
 * The columns of answers to a survey. `answeredAt`: by the corrected clock of `device`, where that is known; not earlier than
 * that of the answers which the same device replaced.
 */
const answersColumns = () => ({
  customerId: customerId(),
  moduleId: text('module_id').notNull(),
  answers: jsonb('answers').$type<Answer[]>().notNull(),
  device: uuid('device'),
  sequence: sequence(),
  answeredAt: time('answered_at'),
})

/** The answers that count: of all that were given those that were captured last (`capture-order.ts`). */
export const surveyAnswers = pgTable('survey_answers', answersColumns(), (table) => [
  primaryKey({ columns: [table.customerId, table.moduleId] }),
])

/**
 * Answers that do not count, but for those that their own device replaced: nothing that a coach wrote is thrown away before
 * its time (`server/retention/retention-rules.ts`).
 */
export const replacedAnswers = pgTable(
  'replaced_answers',
  {
    ...answersColumns(),
    /** By the clock of the database: a copy of the release before does not say it. */
    replacedAt: time('replaced_at').defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.sequence] }),
    index('replaced_answers_at').on(table.replacedAt),
    index('replaced_answers_device').on(table.customerId, table.moduleId, table.device, table.sequence),
  ],
)

export const certificates = pgTable(
  'certificates',
  {
    id: uuid('id').primaryKey(),
    customerId: customerId(),
    courseId: text('course_id', { enum: ['training', 'football'] }).notNull(),
    isFIFA: boolean('is_fifa').notNull(),
    issuedAt: time('issued_at'),
    /** Of the coach's clock then, as `-03:00`; null where that is not known, and the day is that of UTC. */
    utcOffset: text('utc_offset'),
  },
  (table) => [unique('certificates_once').on(table.customerId, table.courseId)],
)

export const customFields = pgTable(
  'custom_fields',
  {
    customerId: customerId(),
    name: text('name').notNull(),
    value: text('value').notNull(),
    sequence: sequence(),
    capturedAt: capturedAt(),
    receivedAt: time('received_at'),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.name] })],
)

/**
 * What `/readyz` writes and rolls back. Its migration makes it unlogged: nothing of it goes through the write-ahead log.
 */
export const writeProbe = pgTable('write_probe', { filler: text('filler').notNull() })

export { customers }
export { erasedSessions, erasures } from './tables/erasure-schema.ts'
export { appErrors } from './tables/health-schema.ts'
export { certificateDocuments, certificateNames, moduleProgress } from './tables/learning-schema.ts'
export { activeMonths, programmeTotals, seasonImpacts, writtenAnswers } from './tables/programme-schema.ts'
export { deviceSecrets, loyaltySignIns, sessions, signOuts } from './tables/sign-in-schema.ts'
export { admins, deviceCustomers, devices, syncLog } from './tables/sync-schema.ts'
