import { sql } from 'drizzle-orm'
import { isRoutePattern } from '../../../src/config/pages.ts'
import { vitalNames, type Vital } from '../../../src/contract/product-api/health-api.ts'
import { toUtcDay } from '../../../src/lib/time/utc-day.ts'
import type { Database } from '../../db/database.ts'
import { appVitals } from '../../db/schema.ts'
import { toBucket } from './vital-buckets.ts'

type Row = typeof appVitals.$inferInsert

/**
 * Adds web vitals to the histograms of the day. Skips vitals that the server does not know. The route of a
 * page that it does not know becomes empty, because a sender could invent any number of routes.
 */
export const storeVitals = async (db: Database, vitals: readonly Vital[], at: Date): Promise<void> => {
  const rows = new Map<string, Row>()
  for (const { vital, route, value } of vitals) {
    const name = vitalNames.find((candidate) => candidate === vital)
    if (!name) continue
    const key = {
      day: toUtcDay(at),
      vital: name,
      route: isRoutePattern(route) ? route : '',
      bucket: toBucket(name, value),
    }
    // Counts equal vitals together, because one statement cannot change a row twice.
    const keyText = JSON.stringify(Object.values(key))
    rows.set(keyText, { ...key, count: (rows.get(keyText)?.count ?? 0) + 1 })
  }
  if (rows.size === 0) return
  await db
    .insert(appVitals)
    // PostgreSQL locks the rows in this order, so that two devices cannot deadlock.
    .values([...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row))
    .onConflictDoUpdate({
      target: [appVitals.day, appVitals.vital, appVitals.route, appVitals.bucket],
      set: { count: sql`${appVitals.count} + excluded.count` },
    })
}
