import { and, count, desc, isNotNull, sql, type SQL } from 'drizzle-orm'
import { ok } from '../../../src/lib/result.ts'
import type { Body, DirectHandler } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { devices } from '../../db/schema.ts'
import { seenConditions, waitingConditions } from './device-ages.ts'
import { conditions, type DeviceConditions } from './device-query.ts'

/** Limit of listed versions or countries. Admins do not compare more. */
const maxRows = 20

const countIf = (condition: SQL | undefined) => sql<number>`count(*) filter (where ${condition})::int`

const countByLastReport = async (db: Database, where: SQL | undefined, now: Date) => {
  const { today, week, month, longer } = seenConditions(now)
  const fields = {
    today: countIf(today),
    week: countIf(week),
    month: countIf(month),
    longer: countIf(longer),
  }
  const [counts] = await db.select(fields).from(devices).where(where)
  return counts ?? { today: 0, week: 0, month: 0, longer: 0 }
}

const countByWaiting = async (db: Database, where: SQL | undefined, now: Date) => {
  const { nothing, hour, day, week, longer } = waitingConditions(now)
  const fields = {
    nothing: countIf(nothing),
    hour: countIf(hour),
    day: countIf(day),
    week: countIf(week),
    longer: countIf(longer),
  }
  const [counts] = await db.select(fields).from(devices).where(where)
  return counts ?? { nothing: 0, hour: 0, day: 0, week: 0, longer: 0 }
}

/** Selects the most frequent values of a column. */
const mostFrequentValues = (
  db: Database,
  column: typeof devices.version | typeof devices.country,
  where: SQL | undefined,
) =>
  db
    .select({ value: sql<string>`${column}`, devices: count() })
    .from(devices)
    .where(and(where, isNotNull(column)))
    .groupBy(column)
    .orderBy(desc(count()), column)
    .limit(maxRows)

/**
 * Counts the devices for each value of a filter. Each number is the length that the list would have if that
 * value were chosen and all other filters stayed the same.
 */
export const countDevices = async (db: Database, filters: Body<'syncOverview'>, now: Date) => {
  const conditionsWith = (change: DeviceConditions) => conditions(db, { ...filters, ...change }, now)
  // One query at a time: an admin uses one connection of the pool, not six.
  const versions = await mostFrequentValues(
    db,
    devices.version,
    conditionsWith({ needs_you: '1', version: undefined }),
  )
  const countries = await mostFrequentValues(
    db,
    devices.country,
    conditionsWith({ needs_you: '1', country: undefined }),
  )
  return {
    needs_you: await db.$count(devices, conditionsWith({ needs_you: '1' })),
    gaps: await db.$count(devices, conditionsWith({ gaps: '1' })),
    seen: await countByLastReport(db, conditionsWith({ seen: undefined }), now),
    waiting: await countByWaiting(db, conditionsWith({ waiting: undefined }), now),
    needs_you_by_version: versions.map(({ value, devices }) => ({ version: value, devices })),
    needs_you_by_country: countries.map(({ value, devices }) => ({ country: value, devices })),
  }
}

/** Creates the call for the counts above the list of devices. */
export const createDevicesOverview = ({ db, now }: { db: Database; now: () => Date }) => {
  const syncOverview: DirectHandler<'syncOverview'> = async (filters) =>
    ok(await countDevices(db, filters, now()))
  return { syncOverview }
}
