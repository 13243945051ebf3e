import { and, eq, gte, lt, type SQL } from 'drizzle-orm'
import type { SeenAge, WaitingAge } from '../../../src/contract/product-api/devices-api.ts'
import { devices } from '../../db/schema.ts'
import { farFuture } from '../../db/tables/sync-schema.ts'

/** In ms. */
const hour = 3_600_000
/** In ms. */
export const day = 24 * hour

/**
 * The conditions for devices by the age of their last report. A device that `silent_days` counts as silent is
 * in none of the ages up to that number of days.
 */
export const seenConditions = (now: Date) => {
  const ago = (age: number) => new Date(now.getTime() - age)
  const { lastSeen } = devices
  return {
    today: gte(lastSeen, ago(day)),
    week: and(gte(lastSeen, ago(7 * day)), lt(lastSeen, ago(day))),
    month: and(gte(lastSeen, ago(30 * day)), lt(lastSeen, ago(7 * day))),
    longer: lt(lastSeen, ago(30 * day)),
  } satisfies Record<SeenAge, SQL | undefined>
}

/** The conditions for devices by the age of their oldest waiting entry. */
export const waitingConditions = (now: Date) => {
  const ago = (age: number) => new Date(now.getTime() - age)
  const { oldestAt } = devices
  return {
    nothing: eq(oldestAt, farFuture),
    hour: and(gte(oldestAt, ago(hour)), lt(oldestAt, farFuture)),
    day: and(gte(oldestAt, ago(day)), lt(oldestAt, ago(hour))),
    week: and(gte(oldestAt, ago(7 * day)), lt(oldestAt, ago(day))),
    longer: lt(oldestAt, ago(7 * day)),
  } satisfies Record<WaitingAge, SQL | undefined>
}
