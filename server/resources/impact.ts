import { eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { storeNewest } from '../db/store-newest.ts'
import { impacts } from '../db/schema.ts'
import type { CustomerHandler, OutboxHandler } from '../api/handler.ts'
import { storeSeasonImpact } from './season-impact.ts'

/** Whom a coach reaches. */
export const createImpact = ({ db }: { db: Database }) => {
  const saveImpact: OutboxHandler<'saveImpact'> = {
    write: async (tx, entry, { customer_id: _customer, ...impact }) => {
      const { customer, sequence, capturedAt, receivedAt } = entry
      const row = { ...impact, customerId: customer, sequence, capturedAt, receivedAt }
      await storeNewest(tx, { table: impacts, key: [impacts.customerId], row })
      await storeSeasonImpact(tx, entry, impact)
      return {}
    },
  }

  const getImpact: CustomerHandler<'getImpact'> = async (_body, { customer }) => {
    const { numberOfPeople, youngFemale, sportType } = impacts
    const [impact] = await db
      .select({ numberOfPeople, youngFemale, sportType })
      .from(impacts)
      .where(eq(impacts.customerId, customer))
    return { impact: impact ?? null }
  }

  return { saveImpact, getImpact }
}
