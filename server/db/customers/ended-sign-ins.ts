import type { Database } from '../database.ts'
import { endedSignIns } from '../schema.ts'

/** A sign-in that its customer has ended on another device. */
export type EndedSignIn = typeof endedSignIns.$inferSelect

/** Stores ended sign-ins. Keeps those that are already stored. */
export const storeEndedSignIns = async (db: Database, ended: readonly EndedSignIn[]): Promise<void> => {
  if (ended.length > 0)
    await db
      .insert(endedSignIns)
      .values([...ended])
      .onConflictDoNothing()
}
