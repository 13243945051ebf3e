import { and, eq } from 'drizzle-orm'
import { ok } from '../../src/lib/result.ts'
import type { CustomerHandler, DirectHandler } from '../api/handler.ts'
import type { ReceiptKeys } from '../api/sign-receipt.ts'
import type { Database } from '../db/database.ts'
import { deliveries } from '../db/schema.ts'

/** What proves a delivery: the keys by which anybody checks a receipt, and whether the entry is still here. */
export const createReceipts = ({ db, keys }: { db: Database; keys: ReceiptKeys }) => {
  const receiptKeys: DirectHandler<'receiptKeys'> = async () => ok({ keys: await keys.published() })

  const hasEntry: CustomerHandler<'hasEntry'> = async ({ key, hash }, { customer }) => {
    const [found] = await db
      .select({ hash: deliveries.hash })
      .from(deliveries)
      .where(and(eq(deliveries.customerId, customer), eq(deliveries.key, key)))
    return { has: found?.hash === hash }
  }

  return { receiptKeys, hasEntry }
}
