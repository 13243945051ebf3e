import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { routePatterns } from '../../../src/config/route-patterns.ts'
import type { AppError } from '../../../src/contract/product-api/health-api.ts'
import type { Database } from '../../db/database.ts'
import { appErrors } from '../../db/schema.ts'

/** Whoever makes errors up fills the table no further. */
export const mostGroups = 5000

/** `index-Ab12Cd34.js:1:2345` without what is another in every build. */
const fileOf = (frame: string): string => frame.replace(/(?:-[\w-]{8})?\.(\w+):\d+:\d+$/, '.$1')

/** What makes two errors the same, in whatever build. */
export const fingerprintOf = ({
  place,
  message,
  stack,
}: Pick<AppError, 'place' | 'message' | 'stack'>): string =>
  createHash('sha256')
    .update(JSON.stringify([place, message, stack.map(fileOf)]))
    .digest('hex')

const isPattern = (route: string | undefined): boolean => routePatterns.some((known) => known === route)

/** Counts errors with those that are alike. A group that is new finds no room where there are too many. */
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
    // Two devices lock the same rows in the same order.
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
