import { and, eq, gte, lt, type SQL } from 'drizzle-orm'
import type { SeenAge, WaitingAge } from '../../../src/contract/product-api/sync-api.ts'
import { devices } from '../../db/schema.ts'
import { nothingWaits } from '../../db/tables/sync-schema.ts'

/** ms */
const hour = 3_600_000
export const day = 24 * hour

/** Devices that reported last so long ago. What `silent_days` counts as silent is in none of the ages up to it. */
export const seenSince = (now: Date) => {
  const ago = (age: number) => new Date(now.getTime() - age)
  const { lastSeen } = devices
  return {
    today: gte(lastSeen, ago(day)),
    week: and(gte(lastSeen, ago(7 * day)), lt(lastSeen, ago(day))),
    month: and(gte(lastSeen, ago(30 * day)), lt(lastSeen, ago(7 * day))),
    longer: lt(lastSeen, ago(30 * day)),
  } satisfies Record<SeenAge, SQL | undefined>
}

/** Devices whose oldest entry has waited so long. */
export const waitingSince = (now: Date) => {
  const ago = (age: number) => new Date(now.getTime() - age)
  const { oldestAt } = devices
  return {
    nothing: eq(oldestAt, nothingWaits),
    hour: and(gte(oldestAt, ago(hour)), lt(oldestAt, nothingWaits)),
    day: and(gte(oldestAt, ago(day)), lt(oldestAt, ago(hour))),
    week: and(gte(oldestAt, ago(7 * day)), lt(oldestAt, ago(day))),
    longer: lt(oldestAt, ago(7 * day)),
  } satisfies Record<WaitingAge, SQL | undefined>
}
