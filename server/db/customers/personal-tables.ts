import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { QueryBuilder, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import * as schema from '../schema.ts'

/** A table whose rows speak of customers, and which of them speak of one. */
type PersonalTable = {
  table: PgTable
  rowsOf: (customer: string) => SQL | undefined
  /** A unique column in whose order they are read; the primary key where it is absent. */
  order?: PgColumn
  /** Columns that a copy for the customer leaves out: they would serve a thief, and tell the customer nothing. */
  secret?: readonly string[]
}

const {
  admins,
  customers,
  deliveries,
  devices,
  deviceCustomers,
  loyaltySignIns,
  registrations,
  sessions,
  signOuts,
  syncLog,
} = schema

/** The rows whose column names a customer. */
const named =
  (column: PgColumn): PersonalTable['rowsOf'] =>
  (customer) =>
    eq(column, customer)

/** Device by device, as its index goes: the log of a hundred thousand devices cannot be read from end to end. */
const logOf: PersonalTable['rowsOf'] = (customer) => {
  const used = new QueryBuilder()
    .select({ device: deviceCustomers.device })
    .from(deviceCustomers)
    .where(eq(deviceCustomers.customerId, customer))
  return and(inArray(syncLog.device, used), eq(syncLog.customerId, customer))
}

const tables = {
  events: schema.events,
  moduleEvents: schema.moduleEvents,
  impacts: schema.impacts,
  seasonImpacts: schema.seasonImpacts,
  activeMonths: schema.activeMonths,
  surveyAnswers: schema.surveyAnswers,
  replacedAnswers: schema.replacedAnswers,
  writtenAnswers: schema.writtenAnswers,
  moduleProgress: schema.moduleProgress,
  certificates: schema.certificates,
  certificateNames: schema.certificateNames,
  certificateDocuments: schema.certificateDocuments,
  customFields: schema.customFields,
  deviceCustomers,
}

/**
 * Every table that holds something of a customer: what a customer's copy is read from, and what an erasure counts and
 * empties. `personal-tables.test.ts` fails where a table of the schema is neither here nor in `impersonalTables`.
 */
export const personalTables: readonly PersonalTable[] = [
  { table: customers, rowsOf: named(customers.id) },
  { table: registrations, rowsOf: named(registrations.customerId) },
  // Their keys are random.
  { table: deliveries, rowsOf: named(deliveries.customerId), order: deliveries.sequence },
  ...Object.values(tables).map((table) => ({ table, rowsOf: named(table.customerId) })),
  { table: syncLog, rowsOf: logOf },
  { table: signOuts, rowsOf: named(signOuts.customerId) },
  { table: admins, rowsOf: named(admins.customerId) },
  // Of several who share a device, it speaks of the one who used it last.
  { table: devices, rowsOf: named(devices.customerId) },
  { table: sessions, rowsOf: named(sessions.customerId), secret: ['tokenHash'] },
  { table: loyaltySignIns, rowsOf: named(loyaltySignIns.customerId), secret: ['tokenHash'] },
]

/** The tables that speak of no customer, each with the reason. */
export const impersonalTables: ReadonlyMap<PgTable, string> = new Map<PgTable, string>([
  [schema.deviceSecrets, 'Which browser a device is; a row goes with its device.'],
  [schema.receiptKeys, 'Keys of the server.'],
  [schema.epochs, 'The histories of the database.'],
  [schema.writeProbe, 'What /readyz writes and rolls back.'],
  [schema.programmeTotals, 'Sums over everybody; an erasure takes the share of its customer out.'],
  [schema.appErrors, 'Errors of the app, with nothing of the device or its customer.'],
  [schema.erasures, 'Hashes of the ids of accounts that are gone.'],
  [schema.erasedSessions, 'Hashes of cookies of accounts that are gone, for 30 days.'],
])
