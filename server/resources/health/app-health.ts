import { inArray, notInArray, sql } from 'drizzle-orm'
import { sha256 } from '../../../node/sha256.ts'
import { isRoutePattern } from '../../../src/config/pages.ts'
import type { AppError } from '../../../src/contract/product-api/health-api.ts'
import type { CustomerHandler } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { appErrors } from '../../db/schema.ts'
import type { Measures } from '../../metrics/measures.ts'
import { storeVitals } from './store-vitals.ts'

/*
 * Devices report what went wrong or was slow in the app. Equal errors form a *group*, which is one row of
 * `appErrors` with a count. Web vitals are counted in the histograms of `appVitals`.
 */

/** So that invented errors cannot fill the table. */
export const maxErrorGroups = 5000

/**
 * Returns the file of a frame, such as `index.js` for `index-Ab12Cd34.js:1:2345`. Removes the hash and the
 * position, which change with each build.
 */
const toFileName = (frame: string): string => frame.replace(/(?:-[\w-]{8})?\.(\w+):\d+:\d+$/, '.$1')

/** Identifies equal errors across builds. */
const computeFingerprint = ({
  place,
  message,
  stack,
}: Pick<AppError, 'place' | 'message' | 'stack'>): string =>
  sha256(JSON.stringify([place, message, stack.map(toFileName)]))

/**
 * Deletes the groups that were reported longest ago if the limit would be exceeded. Keeps the groups of the
 * current report.
 */
const deleteOldestGroups = async (db: Database, reportedFingerprints: string[]): Promise<void> => {
  const groupCount = await db.$count(appErrors)
  if (groupCount + reportedFingerprints.length <= maxErrorGroups) return
  const { fingerprint, lastSeen } = appErrors
  // Errors that already have a group add none.
  const knownCount = await db.$count(appErrors, inArray(fingerprint, reportedFingerprints))
  const surplus = groupCount + reportedFingerprints.length - knownCount - maxErrorGroups
  if (surplus <= 0) return
  const isUnreported = notInArray(fingerprint, reportedFingerprints)
  const oldest = sql`select ${fingerprint} from ${appErrors} where ${isUnreported}
    order by ${lastSeen} limit ${surplus} for update skip locked`
  await db.delete(appErrors).where(sql`${fingerprint} = any (array(${oldest}))`)
}

/** Adds errors to the counts of their groups. */
const storeAppErrors = async (db: Database, errors: readonly AppError[], at: Date): Promise<void> => {
  if (errors.length === 0) return
  const rows = errors
    .map(({ route, version, ...error }) => ({
      ...error,
      fingerprint: computeFingerprint(error),
      route: isRoutePattern(route) ? route : null,
      versions: [version],
      firstSeen: at,
      lastSeen: at,
    }))
    // A fixed order of row locks, so that two devices cannot deadlock.
    .toSorted((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1))
  const fingerprints = rows.map(({ fingerprint }) => fingerprint)
  await deleteOldestGroups(db, fingerprints)
  await db.transaction(async (tx) => {
    for (const row of rows) {
      const [version] = row.versions
      const changes = {
        count: sql`${appErrors.count} + ${row.count}`,
        lastSeen: at,
        stack: row.stack,
        route: row.route,
        // The last ten versions. The reported one moves to the front.
        versions: sql`(array[${version}]::text[] || array_remove(${appErrors.versions}, ${version}))[1:10]`,
      }
      await tx
        .insert(appErrors)
        .values(row)
        .onConflictDoUpdate({ target: appErrors.fingerprint, set: changes })
    }
  })
}

type Deps = { db: Database; measures: Pick<Measures, 'appError' | 'appVital' | 'appUpload'>; now: () => Date }

/**
 * Handles the call that stores and measures what a device counted. Only signed-in customers may send these
 * counts, but nothing in them identifies the customer.
 */
export const createAppHealth = ({ db, measures, now }: Deps) => {
  const appHealth: CustomerHandler<'appHealth'> = async ({ errors, vitals, uploads }) => {
    const at = now()
    await storeAppErrors(db, errors, at)
    await storeVitals(db, vitals, at)
    for (const error of errors) measures.appError(error)
    for (const vital of vitals) measures.appVital(vital)
    for (const upload of uploads) measures.appUpload(upload)
    return {}
  }
  return { appHealth }
}
