import { eq } from 'drizzle-orm'
import type { CustomerHandler } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { devices } from '../../db/schema.ts'

/** Takes how the uploads of the session's device went. A device counts by itself, so that what arrives again changes nothing. */
export const createSyncUploads = ({ db }: { db: Database }) => {
  const syncUploads: CustomerHandler<'syncUploads'> = async ({ uploads }, { device }) => {
    await db.update(devices).set({ uploads }).where(eq(devices.id, device))
    return {}
  }
  return { syncUploads }
}
