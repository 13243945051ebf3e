import { desc, gt, sum } from 'drizzle-orm'
import { vitalNames, type VitalName } from '../../../src/contract/product-api/health-api.ts'
import {
  maxListedErrors,
  maxListedRoutes,
  minVitalReports,
} from '../../../src/contract/product-api/admin/health-overview-api.ts'
import { ok } from '../../../src/lib/result.ts'
import { dayMs } from '../../../src/lib/time/day-ms.ts'
import { toUtcDay } from '../../../src/lib/time/utc-day.ts'
import type { DirectHandler } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { appErrors, appVitals } from '../../db/schema.ts'
import { countRatings, estimatePercentile, sumCounts, type BucketCount } from './vital-buckets.ts'

/** Google rates a page by the 75th percentile (web.dev/vitals). */
const rankedShare = 0.75

type StoredCount = BucketCount & { route: string }

/** Adds up the histograms of the days after `start`, by vital and route. */
const selectHistograms = (db: Database, start: Date) => {
  const { day, vital, route, bucket, count } = appVitals
  return db
    .select({ vital, route, bucket, count: sum(count).mapWith(Number) })
    .from(appVitals)
    .where(gt(day, toUtcDay(start)))
    .groupBy(vital, route, bucket)
}

/** Lists the slowest routes with enough reports. Reports without a route belong to several pages. */
const listSlowestRoutes = (vital: VitalName, counts: readonly StoredCount[]) =>
  [...Map.groupBy(counts, ({ route }) => route)]
    .map(([route, histogram]) => ({ route, histogram, count: sumCounts(histogram) }))
    .filter(({ route, count }) => route !== '' && count >= minVitalReports)
    .map(({ route, histogram, count }) => ({
      route,
      p75: estimatePercentile(vital, histogram, rankedShare),
      count,
    }))
    .toSorted((a, b) => b.p75 - a.p75 || b.count - a.count || (a.route < b.route ? -1 : 1))
    .slice(0, maxListedRoutes)

const summarizeVital = (vital: VitalName, counts: readonly StoredCount[]) => {
  const count = sumCounts(counts)
  const ratings = countRatings(vital, counts)
  return {
    vital,
    count,
    p75: count < minVitalReports ? null : estimatePercentile(vital, counts, rankedShare),
    ratings: {
      good: ratings.good,
      needs_improvement: ratings['needs-improvement'],
      poor: ratings.poor,
    },
    routes: listSlowestRoutes(vital, counts),
  }
}

/** Lists the errors that devices reported after `start`, the most recent report first. */
const listErrors = async (db: Database, start: Date) => {
  const { place, message, route, count, firstSeen, lastSeen, versions, fingerprint } = appErrors
  const rows = await db
    .select({ fingerprint, place, message, route, count, firstSeen, lastSeen, versions })
    .from(appErrors)
    .where(gt(lastSeen, start))
    .orderBy(desc(lastSeen), fingerprint)
    .limit(maxListedErrors)
  return rows.map((row) => ({
    id: row.fingerprint,
    place: row.place,
    message: row.message,
    route: row.route,
    count: row.count,
    first_seen: row.firstSeen.toISOString(),
    last_seen: row.lastSeen.toISOString(),
    version: row.versions[0] ?? null,
  }))
}

/** Handles the call that shows admins what devices reported about the app: web vitals and errors. */
export const createAppHealthOverview = ({ db, now }: { db: Database; now: () => Date }) => {
  const appHealthOverview: DirectHandler<'appHealthOverview'> = async ({ days }) => {
    const start = new Date(now().getTime() - Number(days) * dayMs)
    const counts = Map.groupBy(await selectHistograms(db, start), ({ vital }) => vital)
    return ok({
      vitals: vitalNames.map((vital) => summarizeVital(vital, counts.get(vital) ?? [])),
      errors: await listErrors(db, start),
    })
  }
  return { appHealthOverview }
}
