import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import * as schema from './schema.ts'

/** A table whose rows speak of customers, and the column that says of whom. */
type PersonalTable = {
  table: PgTable
  customer: PgColumn
  /** Columns that a copy for the customer leaves out: they would serve a thief, and tell the customer nothing. */
  secret?: readonly string[]
}

const { customers, devices } = schema
const tables = {
  registrations: schema.registrations,
  deliveries: schema.deliveries,
  events: schema.events,
  moduleEvents: schema.moduleEvents,
  impacts: schema.impacts,
  surveyAnswers: schema.surveyAnswers,
  replacedAnswers: schema.replacedAnswers,
  certificates: schema.certificates,
  customFields: schema.customFields,
  deviceCustomers: schema.deviceCustomers,
  syncLog: schema.syncLog,
  signOuts: schema.signOuts,
  admins: schema.admins,
}

/**
 * Every table that holds something of a customer: what a customer's copy is read from, and what an erasure counts and
 * empties. `personal-tables.test.ts` fails where a table of the schema is neither here nor in `impersonalTables`.
 */
export const personalTables: readonly PersonalTable[] = [
  { table: customers, customer: customers.id },
  ...Object.values(tables).map((table) => ({ table, customer: table.customerId })),
  // Of several who share a device, it speaks of the one who used it last.
  { table: devices, customer: devices.customerId },
  { table: schema.sessions, customer: schema.sessions.customerId, secret: ['tokenHash'] },
  { table: schema.loyaltySignIns, customer: schema.loyaltySignIns.customerId, secret: ['tokenHash'] },
]

/** The tables that speak of no customer, each with the reason. */
export const impersonalTables: ReadonlyMap<PgTable, string> = new Map<PgTable, string>([
  [schema.deviceSecrets, 'Which browser a device is; a row goes with its device.'],
  [schema.receiptKeys, 'Keys of the server.'],
  [schema.epochs, 'The histories of the database.'],
  [schema.writeProbe, 'What /readyz writes and rolls back.'],
  [schema.erasures, 'Hashes of the ids of accounts that are gone.'],
  [schema.erasedSessions, 'Hashes of cookies of accounts that are gone, for 30 days.'],
])
