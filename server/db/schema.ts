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
import type { Answer } from '../../src/contract/shared-schemas.ts'
import { customerId, customers, time } from './tables/customers-table.ts'

const sequence = () => bigint('sequence', { mode: 'number' }).notNull()

/**
 * The time of capture by the device's clock, which the device corrects by the time of the server. If the
 * replaced row of the same device had a later time, this column keeps the later time. Absent in rows of
 * earlier releases.
 */
const capturedAt = () => timestamp('captured_at', { withTimezone: true, mode: 'date' })

/** What a coach entered at their registration. */
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

/** Every accepted outbox entry, with the response for replays of its key. */
export const deliveries = pgTable(
  'deliveries',
  {
    customerId: customerId(),
    /** The idempotency key, which the device assigned to the entry. */
    key: uuid('key').notNull(),
    call: text('call').notNull(),
    /** SHA-256 of the body. */
    hash: text('hash').notNull(),
    /** The capturing device and the entry's number there. Absent if unknown, and in rows of old releases. */
    device: uuid('device'),
    seq: bigint('seq', { mode: 'number' }),
    /** Null only until the transaction ends that stores the entry. */
    response: json('answer'),
    sequence: bigint('sequence', { mode: 'number' }).notNull().generatedAlwaysAsIdentity().unique(),
    /** The epoch that the sequence belongs to. */
    epoch: uuid('epoch'),
    receivedAt: time('received_at'),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.key] })],
)

/**
 * The epochs of this database; the last one is current. An *epoch* is a period during which the server
 * assigns each delivery number only once. `place` is the location of the database when the epoch started
 * (`readPostgresLocation`). If the location is another one now, the database was restored.
 */
export const epochs = pgTable('epochs', {
  /** Unique, so that instances of the server that notice a restore at the same time start one epoch. */
  number: integer('number').primaryKey(),
  /** Random: if the same backup were restored twice, a number would repeat. */
  id: uuid('id').notNull(),
  place: text('place').notNull(),
  beganAt: time('began_at'),
})

/**
 * Keys that sign receipts, one a month; `id` is the month. Both keys are base64url: raw (public), DER
 * (private).
 */
export const receiptKeys = pgTable('receipt_keys', {
  id: text('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: time('created_at'),
})

/** What a coach did in the app, by number: 1 is a sign-in, 2 a sign-up. */
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

/** When a coach started or completed a module or its video. */
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

/** How many people a coach reaches, as last reported. `seasonImpacts` has a row for each season. */
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
 * The columns of answers to a survey. `answeredAt` is by the corrected clock of `device`, if that is known.
 * It is never earlier than the time of replaced answers of the same device.
 */
const answersColumns = () => ({
  customerId: customerId(),
  moduleId: text('module_id').notNull(),
  answers: jsonb('answers').$type<Answer[]>().notNull(),
  device: uuid('device'),
  sequence: sequence(),
  answeredAt: time('answered_at'),
})

/** The current answers: those captured last (`capture-order.ts`). */
export const surveyAnswers = pgTable('survey_answers', answersColumns(), (table) => [
  primaryKey({ columns: [table.customerId, table.moduleId] }),
])

/**
 * Answers that are not current, including those that their own device replaced. Nothing that a coach wrote is
 * deleted before its retention period ends (`server/retention/retention-rules.ts`).
 */
export const replacedAnswers = pgTable(
  'replaced_answers',
  {
    ...answersColumns(),
    /** By the clock of the database, because instances of the previous release do not set this column. */
    replacedAt: time('replaced_at').defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.sequence] }),
    index('replaced_answers_at').on(table.replacedAt),
    index('replaced_answers_device').on(table.customerId, table.moduleId, table.device, table.sequence),
  ],
)

/** The certificates that coaches have earned. `certificateDocuments` has the documents that they print. */
export const certificates = pgTable(
  'certificates',
  {
    id: uuid('id').primaryKey(),
    customerId: customerId(),
    courseId: text('course_id', { enum: ['training', 'football'] }).notNull(),
    isFIFA: boolean('is_fifa').notNull(),
    issuedAt: time('issued_at'),
    /** The UTC offset of the coach's clock, such as `-03:00`. Null if unknown; the date is then in UTC. */
    utcOffset: text('utc_offset'),
  },
  (table) => [unique('certificates_once').on(table.customerId, table.courseId)],
)

/** Additional fields of a customer, which the app may name freely. */
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
 * Rows that `/readyz` writes and rolls back, to check whether the database accepts writes. The migration
 * makes the table unlogged, so the rows bypass the write-ahead log.
 */
export const writeProbe = pgTable('write_probe', { filler: text('filler').notNull() })

export { customers }
export { certificateDocuments, certificateNames, moduleProgress } from './tables/learning-schema.ts'
export { activeMonths, programmeTotals, seasonImpacts, writtenAnswers } from './tables/programme-schema.ts'
export {
  authenticators,
  deviceSecrets,
  endedSignIns,
  erasedSessions,
  erasures,
  loyaltySignIns,
  retiredDevices,
  roleChanges,
  roles,
  sessions,
  signOuts,
} from './tables/account-schema.ts'
export { admins, appErrors, appVitals, deviceCustomers, devices, syncLog } from './tables/sync-schema.ts'
