import { and, asc, between, desc, eq, gt, lt, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import type { Body } from '../../api/handler.ts'
import { maxSpan } from '../../../src/contract/product-api/sync-report.ts'
import type { DeviceSort } from '../../../src/contract/product-api/devices-api.ts'
import { devicesOfCode } from '../../../src/contract/support-code.ts'
import { deviceId } from '../../../src/contract/shapes.ts'
import type { Database } from '../../db/database.ts'
import { deviceCustomers, devices } from '../../db/schema.ts'
import { nothingWaits } from '../../db/tables/sync-schema.ts'
import { day, seenSince, waitingSince } from './device-ages.ts'

export type DeviceFilters = Body<'syncExport'>
export type DeviceConditions = {
  [Name in keyof Body<'syncOverview'>]: Body<'syncOverview'>[Name] | undefined
}

/** Each order is an index that ends in the id, read forwards or backwards. */
const orders = {
  seen: { column: devices.lastSeen, direction: desc },
  silent: { column: devices.lastSeen, direction: asc },
  oldest: { column: devices.oldestAt, direction: asc },
  pending: { column: devices.pending, direction: desc },
  'needs-you': { column: devices.needsYou, direction: desc },
  gaps: { column: devices.gaps, direction: desc },
} as const satisfies Record<DeviceSort, { column: PgColumn; direction: typeof asc }>

const isTime = (sort: DeviceSort): boolean => orders[sort].column.dataType === 'date'

/** The sort value and the id of the last device of a page. A time is in ms since epoch. */
const place = v.strictTuple([v.pipe(v.number(), v.integer()), deviceId])
export type Place = v.InferOutput<typeof place>

/** The maximum of PostgreSQL's `integer`. */
const maxCounted = 2_147_483_647

/** ms since epoch. Negative, because the longest wait that a report may claim began before 1970. */
const earliest = -maxSpan

const boundsOf = (sort: DeviceSort): [least: number, most: number] =>
  isTime(sort) ? [earliest, nothingWaits.getTime()] : [0, maxCounted]

/** Parses a cursor of `writeCursor` for the same order. Undefined if its column cannot hold the value. */
export const readCursor = (cursor: string, sort: DeviceSort): Place | undefined => {
  try {
    const parsed = v.safeParse(place, JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    const [least, most] = boundsOf(sort)
    return parsed.success && parsed.output[0] >= least && parsed.output[0] <= most ? parsed.output : undefined
  } catch {
    return undefined
  }
}

const after = (sort: DeviceSort, [value, id]: Place): SQL => {
  const { column, direction } = orders[sort]
  const sorted = sql.param(isTime(sort) ? new Date(value) : value, column)
  const beyond = direction === asc ? sql`>` : sql`<`
  return sql`(${column}, ${devices.id}) ${beyond} (${sorted}, ${sql.param(id, devices.id)})`
}

/** The devices of a customer, the device with this id, or the devices with this support code. */
const devicesOf = (db: Database, who: string) => {
  const ofCustomer = db
    .select({ id: deviceCustomers.device })
    .from(deviceCustomers)
    .where(eq(deviceCustomers.customerId, who))
  const range = v.is(deviceId, who) ? ([who, who] as const) : devicesOfCode(who)
  if (!range) return ofCustomer
  return ofCustomer.unionAll(
    db
      .select({ id: devices.id })
      .from(devices)
      .where(between(devices.id, ...range)),
  )
}

/** The conditions of all filters together. */
export const conditions = (db: Database, filters: DeviceConditions, now: Date): SQL | undefined => {
  const {
    country,
    version,
    gaps,
    needs_you: needsYou,
    silent_days: days,
    seen,
    waiting,
    error,
    who,
  } = filters
  return and(
    country === undefined ? undefined : eq(devices.country, country),
    version === undefined ? undefined : eq(devices.version, version),
    gaps && gt(devices.gaps, 0),
    needsYou && gt(devices.needsYou, 0),
    days === undefined ? undefined : lt(devices.lastSeen, new Date(now.getTime() - days * day)),
    seen && seenSince(now)[seen],
    waiting && waitingSince(now)[waiting],
    error === undefined ? undefined : sql`${devices.errors} @> ${JSON.stringify([{ code: error }])}::jsonb`,
    // As an array: PostgreSQL overestimates the number of rows and would otherwise read every device.
    who === undefined ? undefined : sql`${devices.id} = any (array(${devicesOf(db, who)}))`,
  )
}

/** Devices with the number of their customers, and the browser's earlier device if it lost its database. */
const selectDevices = (db: Database) => {
  // With full names: in the fields of a select from one table, drizzle omits table names.
  const customers = sql<number>`(select count(*)::int from device_customers where device_customers.device = devices.id)`
  const beganAnew = sql<{ at: string; earlier: string } | null>`(
    select json_build_object('at', anew.created_at, 'earlier', before.device) from device_secrets anew
    join device_secrets before on before.secret_hash = anew.secret_hash and before.created_at < anew.created_at
    join device_customers on device_customers.device = before.device and device_customers.customer_id = devices.customer_id
    where anew.device = devices.id order by before.created_at desc limit 1
  )`
  return db.select({ device: devices, customers, beganAnew }).from(devices)
}

export type DeviceRow = Awaited<ReturnType<typeof selectDevices>>[number]

/** One page of the filtered devices, after a position. */
export const devicePage = (
  db: Database,
  { filters, from, size, now }: { filters: DeviceFilters; from: Place | undefined; size: number; now: Date },
) => {
  const { column, direction } = orders[filters.sort]
  return selectDevices(db)
    .where(and(conditions(db, filters, now), from && after(filters.sort, from)))
    .orderBy(direction(column), direction(devices.id))
    .limit(size)
}

export const deviceOfId = (db: Database, id: string) => selectDevices(db).where(eq(devices.id, id))

export const placeOf = ({ device }: DeviceRow, sort: DeviceSort): Place => {
  const values = {
    seen: device.lastSeen.getTime(),
    silent: device.lastSeen.getTime(),
    oldest: device.oldestAt.getTime(),
    pending: device.pending,
    'needs-you': device.needsYou,
    gaps: device.gaps,
  } satisfies Record<DeviceSort, number>
  return [values[sort], device.id]
}

export const writeCursor = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url')
