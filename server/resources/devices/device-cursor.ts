import { asc, desc, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import type { DeviceSort } from '../../../src/contract/product-api/admin/admin-filters.ts'
import { maxSpanMs } from '../../../src/contract/product-api/sync-report.ts'
import { deviceId } from '../../../src/contract/shared-schemas.ts'
import { devices } from '../../db/schema.ts'
import { farFuture } from '../../db/tables/sync-schema.ts'

/*
 * The list of devices is read page by page. A *cursor* marks the last device of a page, and the next page
 * starts after it (keyset pagination). Clients get the cursor as text and send it back unchanged.
 */

/** The column and direction of each order. Each column has an index that ends in the id of the device. */
export const deviceOrders = {
  seen: { column: devices.lastSeen, direction: desc },
  silent: { column: devices.lastSeen, direction: asc },
  oldest: { column: devices.oldestAt, direction: asc },
  pending: { column: devices.pending, direction: desc },
  'needs-you': { column: devices.needsYou, direction: desc },
  gaps: { column: devices.gaps, direction: desc },
} as const satisfies Record<DeviceSort, { column: PgColumn; direction: typeof asc }>

const isSortedByTime = (sort: DeviceSort): boolean => deviceOrders[sort].column.dataType === 'date'

const cursorSchema = v.strictTuple([v.pipe(v.number(), v.integer()), deviceId])

/** The sort value and the id of the last device of a page. A time is in ms since the epoch. */
export type DeviceCursor = v.InferOutput<typeof cursorSchema>

/** The maximum of PostgreSQL's `integer`, which is the type of all counts. */
const maxInteger = 2_147_483_647

/**
 * The earliest time in a cursor, in ms since the epoch. It is before 1970, because a report may claim that
 * its oldest entry has waited for up to a century.
 */
const earliestTimeMs = -maxSpanMs

/** Returns the values that the order's column can hold. PostgreSQL would fail at any other value. */
const getBounds = (sort: DeviceSort): { min: number; max: number } =>
  isSortedByTime(sort) ? { min: earliestTimeMs, max: farFuture.getTime() } : { min: 0, max: maxInteger }

/** Parses a cursor from `formatCursor`. Returns undefined if it is malformed or does not fit the order. */
export const parseCursor = (text: string, sort: DeviceSort): DeviceCursor | undefined => {
  try {
    const parsed = v.safeParse(cursorSchema, JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    if (!parsed.success) return undefined
    const [value] = parsed.output
    const { min, max } = getBounds(sort)
    return value >= min && value <= max ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/** Formats a cursor as text that a URL can contain. */
export const formatCursor = (cursor: DeviceCursor): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** Returns the condition for the devices after a cursor in an order. */
export const createAfterCondition = (sort: DeviceSort, [value, id]: DeviceCursor): SQL => {
  const { column, direction } = deviceOrders[sort]
  const sortValue = sql.param(isSortedByTime(sort) ? new Date(value) : value, column)
  const operator = direction === asc ? sql`>` : sql`<`
  return sql`(${column}, ${devices.id}) ${operator} (${sortValue}, ${sql.param(id, devices.id)})`
}

/** Returns the cursor that marks a device. */
export const toCursor = (device: typeof devices.$inferSelect, sort: DeviceSort): DeviceCursor => {
  const sortValues = {
    seen: device.lastSeen.getTime(),
    silent: device.lastSeen.getTime(),
    oldest: device.oldestAt.getTime(),
    pending: device.pending,
    'needs-you': device.needsYou,
    gaps: device.gaps,
  } satisfies Record<DeviceSort, number>
  return [sortValues[sort], device.id]
}
