import { and, count, desc, isNotNull, sql, type SQL } from 'drizzle-orm'
import { ok } from '../../../src/lib/result.ts'
import type { Body, DirectHandler } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { devices } from '../../db/schema.ts'
import { createSeenConditions, createWaitingConditions } from './device-ages.ts'
import { createFilterCondition, type DeviceConditions } from './device-query.ts'

/** Limit of listed versions or countries. Admins do not compare more. */
const maxRows = 20

/** Counts the rows that meet a condition, so that one query can count several groups. */
const countIf = (condition: SQL | undefined) => sql<number>`count(*) filter (where ${condition})::int`

/** Counts devices by the age of their last report. */
const countByLastReport = async (db: Database, where: SQL | undefined, now: Date) => {
  const { today, week, month, longer } = createSeenConditions(now)
  const fields = {
    today: countIf(today),
    week: countIf(week),
    month: countIf(month),
    longer: countIf(longer),
  }
  const [counts] = await db.select(fields).from(devices).where(where)
  // A query that only counts always returns a row. The zeros are for the compiler.
  return counts ?? { today: 0, week: 0, month: 0, longer: 0 }
}

/** Counts devices by the age of their oldest waiting entry. */
const countByOldestEntry = async (db: Database, where: SQL | undefined, now: Date) => {
  const { nothing, hour, day, week, longer } = createWaitingConditions(now)
  const fields = {
    nothing: countIf(nothing),
    hour: countIf(hour),
    day: countIf(day),
    week: countIf(week),
    longer: countIf(longer),
  }
  const [counts] = await db.select(fields).from(devices).where(where)
  // As in `countByLastReport`, the zeros are for the compiler.
  return counts ?? { nothing: 0, hour: 0, day: 0, week: 0, longer: 0 }
}

/** Selects the most frequent values of a column, and how many devices have each. */
const selectFrequentValues = (
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
  /** Returns the condition for the filters after a change. Undefined removes a filter. */
  const conditionsWith = (change: DeviceConditions) =>
    createFilterCondition(db, { ...filters, ...change }, now)
  // The queries run one after the other, so that an admin uses one connection of the pool and not six.
  const versions = await selectFrequentValues(
    db,
    devices.version,
    conditionsWith({ needs_you: '1', version: undefined }),
  )
  const countries = await selectFrequentValues(
    db,
    devices.country,
    conditionsWith({ needs_you: '1', country: undefined }),
  )
  return {
    needs_you: await db.$count(devices, conditionsWith({ needs_you: '1' })),
    gaps: await db.$count(devices, conditionsWith({ gaps: '1' })),
    seen: await countByLastReport(db, conditionsWith({ seen: undefined }), now),
    waiting: await countByOldestEntry(db, conditionsWith({ waiting: undefined }), now),
    needs_you_by_version: versions.map(({ value, devices }) => ({ version: value, devices })),
    needs_you_by_country: countries.map(({ value, devices }) => ({ country: value, devices })),
  }
}

/** Handles the call for the counts that admins see above the list of devices. */
export const createDevicesOverview = ({ db, now }: { db: Database; now: () => Date }) => {
  const syncOverview: DirectHandler<'syncOverview'> = async (filters) =>
    ok(await countDevices(db, filters, now()))
  return { syncOverview }
}
