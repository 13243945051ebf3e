import { and, eq, gte, lt, type SQL } from 'drizzle-orm'
import type { SeenAge, WaitingAge } from '../../../src/contract/product-api/admin/admin-filters.ts'
import { devices } from '../../db/schema.ts'
import { farFuture } from '../../db/tables/sync-schema.ts'
import { dayMs } from '../../../src/lib/time/day-ms.ts'

const hourMs = 3_600_000

/**
 * Returns one SQL condition for each age of a device's last report. Admins filter devices by age. The ages do
 * not overlap. Their bounds match the filter `silent_days`: a device that has been silent for more than 7
 * days is in `month` or `longer`, not in `week`.
 */
export const createSeenConditions = (now: Date) => {
  const ago = (ageMs: number) => new Date(now.getTime() - ageMs)
  const { lastSeen } = devices
  return {
    today: gte(lastSeen, ago(dayMs)),
    week: and(gte(lastSeen, ago(7 * dayMs)), lt(lastSeen, ago(dayMs))),
    month: and(gte(lastSeen, ago(30 * dayMs)), lt(lastSeen, ago(7 * dayMs))),
    longer: lt(lastSeen, ago(30 * dayMs)),
  } satisfies Record<SeenAge, SQL | undefined>
}

/**
 * Returns one SQL condition for each age of the oldest entry that waits on a device. If none waits, its time
 * is stored as `farFuture`.
 */
export const createWaitingConditions = (now: Date) => {
  const ago = (ageMs: number) => new Date(now.getTime() - ageMs)
  const { oldestAt } = devices
  return {
    nothing: eq(oldestAt, farFuture),
    hour: and(gte(oldestAt, ago(hourMs)), lt(oldestAt, farFuture)),
    day: and(gte(oldestAt, ago(dayMs)), lt(oldestAt, ago(hourMs))),
    week: and(gte(oldestAt, ago(7 * dayMs)), lt(oldestAt, ago(dayMs))),
    longer: lt(oldestAt, ago(7 * dayMs)),
  } satisfies Record<WaitingAge, SQL | undefined>
}
