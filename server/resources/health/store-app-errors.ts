import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { routePatterns } from '../../../src/config/route-patterns.ts'
import type { AppError } from '../../../src/contract/product-api/health-api.ts'
import type { Database } from '../../db/database.ts'
import { appErrors } from '../../db/schema.ts'

/** Limit of groups, so that invented errors cannot fill the table. */
export const mostGroups = 5000

/**
 * The file of a frame, such as `index.js` for `index-Ab12Cd34.js:1:2345`: without the hash and the position,
 * which change with each build.
 */
const fileOf = (frame: string): string => frame.replace(/(?:-[\w-]{8})?\.(\w+):\d+:\d+$/, '.$1')

/** Identifies equal errors across builds. */
export const fingerprintOf = ({
  place,
  message,
  stack,
}: Pick<AppError, 'place' | 'message' | 'stack'>): string =>
  createHash('sha256')
    .update(JSON.stringify([place, message, stack.map(fileOf)]))
    .digest('hex')

const isPattern = (route: string | undefined): boolean => routePatterns.some((known) => known === route)

/** Adds errors to the counts of their groups. Drops new groups when the table has too many. */
export const storeAppErrors = async (db: Database, errors: readonly AppError[], at: Date): Promise<void> => {
  if (errors.length === 0) return
  const groups = await db.$count(appErrors)
  const rows = errors
    .map(({ route, version, ...error }) => ({
      ...error,
      fingerprint: fingerprintOf(error),
      route: isPattern(route) ? route : null,
      versions: [version],
      firstSeen: at,
      lastSeen: at,
    }))
    // A fixed order of row locks, so that two devices cannot deadlock.
    .toSorted((one, other) => (one.fingerprint < other.fingerprint ? -1 : 1))
  await db.transaction(async (tx) => {
    for (const row of rows) {
      const { versions } = appErrors
      const again = {
        count: sql`${appErrors.count} + ${row.count}`,
        lastSeen: at,
        stack: row.stack,
        route: row.route,
        versions: sql`(array[${row.versions[0]}]::text[] || array_remove(${versions}, ${row.versions[0]}))[1:10]`,
      }
      if (groups < mostGroups)
        await tx
          .insert(appErrors)
          .values(row)
          .onConflictDoUpdate({ target: appErrors.fingerprint, set: again })
      else await tx.update(appErrors).set(again).where(eq(appErrors.fingerprint, row.fingerprint))
    }
  })
}
