import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { customers, deviceCustomers, devices, syncLog } from '../../db/schema.ts'
import { missingNumbers } from '../../db/deliveries/sequence-gaps.ts'

/** Limit of listed runs (ranges of consecutive numbers) of a device. Nobody reads a longer list. */
const maxRuns = 200

/** Selects a page of a device's log, newest row first, before the row with the number `before`, if given. */
export const selectLogPage = (
  db: Database,
  { device, before, size }: { device: string; before: number | undefined; size: number },
) =>
  db
    .select()
    .from(syncLog)
    .where(and(eq(syncLog.device, device), before === undefined ? undefined : lt(syncLog.row, before)))
    .orderBy(desc(syncLog.row))
    .limit(size)

/** Selects the customers who have used a device, latest first, at most 100. */
export const selectDeviceCustomers = (db: Database, deviceId: string) =>
  db
    .select({ person: deviceCustomers, country: customers.country })
    .from(deviceCustomers)
    .innerJoin(customers, eq(customers.id, deviceCustomers.customerId))
    .where(eq(deviceCustomers.device, deviceId))
    .orderBy(desc(deviceCustomers.lastSeen))
    .limit(100)

/** Returns SQL for the first `maxRuns` runs of a set of numbers, as a multirange. */
const selectFirstRuns = (set: ReturnType<typeof sql>) =>
  sql<string>`(select coalesce(range_agg(run), '{}'::int8multirange) from (select run from unnest(${set}) as run limit ${maxRuns}) as runs)`

/**
 * Selects runs of the numbers of a device's outbox entries: those that are missing, and those that a coach
 * discarded before they arrived.
 */
export const selectRuns = (db: Database, deviceId: string) =>
  db
    .select({
      missing: selectFirstRuns(missingNumbers),
      discarded: selectFirstRuns(sql`(${devices.discarded} - ${devices.seen} - ${devices.waiting})`),
    })
    .from(devices)
    .where(eq(devices.id, deviceId))

/**
 * Selects the versions that devices run. The recursive query reads each version's first index row and skips
 * to the next version. A plain `distinct` would read a row per device.
 */
export const selectVersions = (db: Database) =>
  db.select({ version: sql<string>`version` }).from(sql`(
    with recursive known_versions as (
      (select version from ${devices} where version is not null order by version limit 1)
      union all
      select (select version from ${devices} where version > known_versions.version order by version limit 1)
      from known_versions where known_versions.version is not null
    )
    select version from known_versions where version is not null limit 500) as versions`)
