import { and, between, eq, gt, lt, sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { deviceId } from '../../../src/contract/shared-schemas.ts'
import { parseSupportCode } from '../../../src/contract/support-code.ts'
import type { Body } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { deviceCustomers, devices } from '../../db/schema.ts'
import { dayMs } from '../../../src/lib/time/day-ms.ts'
import { createSeenConditions, createWaitingConditions } from './device-ages.ts'
import { deviceOrders, createAfterCondition, type DeviceCursor } from './device-cursor.ts'

/** The filters and the order of a list of devices. */
export type DeviceFilters = Body<'syncExport'>
/** The filters without the order of the list. Undefined for a filter that is not set. */
export type DeviceConditions = {
  [Name in keyof Body<'syncOverview'>]: Body<'syncOverview'>[Name] | undefined
}

/**
 * Selects the ids of devices by what an admin searches for: a customer's id, a device's id or a support code,
 * which stands for a range of device ids.
 */
const searchDevices = (db: Database, search: string) => {
  const devicesOfCustomer = db
    .select({ id: deviceCustomers.device })
    .from(deviceCustomers)
    .where(eq(deviceCustomers.customerId, search))
  const idRange = v.is(deviceId, search) ? ([search, search] as const) : parseSupportCode(search)
  if (!idRange) return devicesOfCustomer
  return devicesOfCustomer.unionAll(
    db
      .select({ id: devices.id })
      .from(devices)
      .where(between(devices.id, ...idRange)),
  )
}

/** Returns the condition of one filter, or undefined, which `and` ignores, if the filter is not set. */
const matchIfSet = <T>(value: T | undefined, toCondition: (value: T) => SQL | undefined): SQL | undefined =>
  value === undefined ? undefined : toCondition(value)

/** Returns the condition for the devices that match all filters, or undefined if no filter is set. */
export const createFilterCondition = (
  db: Database,
  filters: DeviceConditions,
  now: Date,
): SQL | undefined => {
  const { country, version, gaps, needs_you: needsYou, silent_days: silentDays } = filters
  const { seen, waiting, error, who } = filters
  return and(
    matchIfSet(country, (code) => eq(devices.country, code)),
    matchIfSet(version, (name) => eq(devices.version, name)),
    matchIfSet(gaps, () => gt(devices.gaps, 0)),
    matchIfSet(needsYou, () => gt(devices.needsYou, 0)),
    matchIfSet(silentDays, (days) => lt(devices.lastSeen, new Date(now.getTime() - days * dayMs))),
    matchIfSet(seen, (age) => createSeenConditions(now)[age]),
    matchIfSet(waiting, (age) => createWaitingConditions(now)[age]),
    matchIfSet(error, (code) => sql`${devices.errors} @> ${JSON.stringify([{ code }])}::jsonb`),
    // As an array, because PostgreSQL would overestimate the rows of a subquery and read every device.
    matchIfSet(who, (search) => sql`${devices.id} = any (array(${searchDevices(db, search)}))`),
  )
}

/**
 * Selects devices, each with its number of customers and its earlier device. A phone whose IndexedDB was lost
 * gets a new device id but keeps the secret in its cookie. The earlier device is the latest one before it
 * with this secret, if a customer has used both.
 */
const selectDevices = (db: Database) => {
  // Plain SQL, because drizzle omits the table of a column in a select from one table. Inside the subqueries,
  // such a column would be ambiguous.
  const customers = sql<number>`(select count(*)::int from device_customers where device_customers.device = devices.id)`
  const earlierDevice = sql<{ at: string; earlier: string } | null>`(
    select json_build_object('at', secret.created_at, 'earlier', earlier.device) from device_secrets secret
    join device_secrets earlier on earlier.secret_hash = secret.secret_hash and earlier.created_at < secret.created_at
    join device_customers before_loss on before_loss.device = earlier.device
    join device_customers after_loss on after_loss.device = secret.device and after_loss.customer_id = before_loss.customer_id
    where secret.device = devices.id order by earlier.created_at desc limit 1
  )`
  return db.select({ device: devices, customers, earlierDevice }).from(devices)
}

export type DeviceRow = Awaited<ReturnType<typeof selectDevices>>[number]

type DevicePageOptions = {
  filters: DeviceFilters
  /** Undefined for the first page. */
  cursor: DeviceCursor | undefined
  /** The maximum number of devices. */
  size: number
  now: Date
}

/** Selects one page of the filtered devices. */
export const selectDevicePage = (db: Database, { filters, cursor, size, now }: DevicePageOptions) => {
  const { column, direction } = deviceOrders[filters.sort]
  return selectDevices(db)
    .where(and(createFilterCondition(db, filters, now), cursor && createAfterCondition(filters.sort, cursor)))
    .orderBy(direction(column), direction(devices.id))
    .limit(size)
}

export const selectDeviceById = (db: Database, id: string) => selectDevices(db).where(eq(devices.id, id))
