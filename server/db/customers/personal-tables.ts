import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { QueryBuilder, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import * as schema from '../schema.ts'

/** A table with rows about customers. `getCondition` returns the condition for the rows of one customer. */
type PersonalTable = {
  table: PgTable
  getCondition: (customerId: string) => SQL | undefined
  /** The unique column that the rows are ordered by. Defaults to the primary key. */
  orderColumn?: PgColumn
  /**
   * Columns that a customer's copy of their data leaves out: only a thief could use them, or they are about
   * somebody else.
   */
  secretColumns?: readonly string[]
}

const {
  admins,
  customers,
  deliveries,
  devices,
  deviceCustomers,
  endedSignIns,
  loyaltySignIns,
  registrations,
  roleChanges,
  roles,
  sessions,
  signOuts,
  syncLog,
} = schema

/** Matches rows by a column with the id of the customer. */
const matchCustomerId =
  (column: PgColumn): PersonalTable['getCondition'] =>
  (customerId) =>
    eq(column, customerId)

/**
 * Matches the log rows of a customer by device, so that PostgreSQL can use the index. Scanning the log of
 * 100,000 devices would take too long.
 */
const getLogCondition: PersonalTable['getCondition'] = (customerId) => {
  const usedDevices = new QueryBuilder()
    .select({ device: deviceCustomers.device })
    .from(deviceCustomers)
    .where(eq(deviceCustomers.customerId, customerId))
  return and(inArray(syncLog.device, usedDevices), eq(syncLog.customerId, customerId))
}

/** The tables whose rows all have the customer in `customerId` and a primary key to order by. */
const tablesByCustomerId = {
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
 * Every table with data about a customer. A customer's copy reads these tables; an erasure counts and empties
 * them. `personal-tables.test.ts` fails if a table of the schema is neither here nor in `tablesWithoutPersonalData`.
 */
export const personalTables: readonly PersonalTable[] = [
  { table: customers, getCondition: matchCustomerId(customers.id) },
  { table: registrations, getCondition: matchCustomerId(registrations.customerId) },
  // Keys of deliveries are random, so deliveries are ordered by their sequence.
  {
    table: deliveries,
    getCondition: matchCustomerId(deliveries.customerId),
    orderColumn: deliveries.sequence,
  },
  ...Object.values(tablesByCustomerId).map((table) => ({
    table,
    getCondition: matchCustomerId(table.customerId),
  })),
  { table: syncLog, getCondition: getLogCondition },
  { table: signOuts, getCondition: matchCustomerId(signOuts.customerId) },
  { table: endedSignIns, getCondition: matchCustomerId(endedSignIns.customerId) },
  { table: admins, getCondition: matchCustomerId(admins.customerId) },
  { table: roles, getCondition: matchCustomerId(roles.customerId) },
  {
    table: roleChanges,
    getCondition: matchCustomerId(roleChanges.customerId),
    secretColumns: ['changedBy'],
  },
  // If several customers share a device, the row names the one who used it last.
  { table: devices, getCondition: matchCustomerId(devices.customerId) },
  { table: sessions, getCondition: matchCustomerId(sessions.customerId), secretColumns: ['tokenHash'] },
  {
    table: schema.authenticators,
    getCondition: matchCustomerId(schema.authenticators.customerId),
    secretColumns: ['secret'],
  },
  {
    table: loyaltySignIns,
    getCondition: matchCustomerId(loyaltySignIns.customerId),
    secretColumns: ['tokenHash'],
  },
]

/** The tables without data about a customer, each with the reason. */
export const tablesWithoutPersonalData: ReadonlyMap<PgTable, string> = new Map<PgTable, string>([
  [schema.deviceSecrets, 'The browser of each device id. A row is deleted with its device.'],
  [schema.receiptKeys, 'Keys of the server.'],
  [schema.epochs, 'The periods in which delivery numbers of the database are unique.'],
  [schema.writeProbe, 'What /readyz writes and rolls back.'],
  [schema.programmeTotals, 'Sums over all customers. An erasure subtracts the share of its customer.'],
  [schema.appErrors, 'Errors of the app, with nothing of the device or its customer.'],
  [
    schema.appVitals,
    'How often a web vital had a value on a day, with nothing of the device or its customer.',
  ],
  [schema.retiredDevices, 'Hashes of the ids of devices that only deleted accounts used.'],
  [schema.erasures, 'Hashes of the ids of deleted accounts.'],
  [schema.erasedSessions, 'Hashes of the cookies of deleted accounts, for 30 days.'],
])
