import { and, eq } from 'drizzle-orm'
import { ok } from '../../src/lib/result.ts'
import type { CustomerHandler, DirectHandler } from '../api/handler.ts'
import type { ReceiptKeys } from '../api/sign-receipt.ts'
import type { Database } from '../db/database.ts'
import { deliveries } from '../db/schema.ts'

/** Handles the calls that prove deliveries: public keys of receipts, and whether an entry is still stored. */
export const createReceipts = ({ db, keys }: { db: Database; keys: ReceiptKeys }) => {
  const receiptKeys: DirectHandler<'receiptKeys'> = async () => ok({ keys: await keys.listPublicKeys() })

  const hasEntry: CustomerHandler<'hasEntry'> = async ({ key, hash }, { customer }) => {
    const [row] = await db
      .select({ hash: deliveries.hash })
      .from(deliveries)
      .where(and(eq(deliveries.customerId, customer), eq(deliveries.key, key)))
    return { has: row?.hash === hash }
  }

  return { receiptKeys, hasEntry }
}
