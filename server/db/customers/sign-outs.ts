import { sql } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { signOuts } from '../schema.ts'

/** A customer who signed out everywhere: sign-ins from before that moment do not count. */
export type SignOut = typeof signOuts.$inferSelect

/** Stores that a customer signed out everywhere; the later of two moments stays. */
export const storeSignOut = async (db: Database, signOut: SignOut): Promise<void> => {
  await db
    .insert(signOuts)
    .values(signOut)
    .onConflictDoUpdate({
      target: signOuts.customerId,
      set: { notBefore: sql`greatest(${signOuts.notBefore}, excluded.not_before)` },
    })
}
