import { sql } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { signOuts } from '../schema.ts'

/** A customer's sign-out everywhere. Sign-ins from before `notBefore` are invalid. */
export type SignOut = typeof signOuts.$inferSelect

/** Stores a customer's sign-out everywhere. If one is stored, keeps the later time. */
export const storeSignOut = async (db: Database, signOut: SignOut): Promise<void> => {
  await db
    .insert(signOuts)
    .values(signOut)
    .onConflictDoUpdate({
      target: signOuts.customerId,
      set: { notBefore: sql`greatest(${signOuts.notBefore}, excluded.not_before)` },
    })
}
