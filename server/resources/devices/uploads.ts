import { eq } from 'drizzle-orm'
import type { CustomerHandler } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { devices } from '../../db/schema.ts'

/**
 * Stores the upload counts of the session's device. The device itself adds up, so a report that arrives again
 * changes nothing.
 */
export const createSyncUploads = ({ db }: { db: Database }) => {
  const syncUploads: CustomerHandler<'syncUploads'> = async ({ uploads }, { device }) => {
    await db.update(devices).set({ uploads }).where(eq(devices.id, device))
    return {}
  }
  return { syncUploads }
}
