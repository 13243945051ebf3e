import { asc, eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { storeNewest } from '../db/store-newest.ts'
import { impacts, seasonImpacts } from '../db/schema.ts'
import type { CustomerHandler, OutboxHandler } from '../api/handler.ts'
import { storeSeasonImpact } from './season-impact.ts'

type Said = typeof impacts | typeof seasonImpacts

const said = ({ numberOfPeople, youngFemale, sportType }: Said) => ({
  numberOfPeople,
  youngFemale,
  sportType,
})

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
    const [impact] = await db.select(said(impacts)).from(impacts).where(eq(impacts.customerId, customer))
    const seasons = await db
      .select({ season: seasonImpacts.season, ...said(seasonImpacts) })
      .from(seasonImpacts)
      .where(eq(seasonImpacts.customerId, customer))
      .orderBy(asc(seasonImpacts.season))
    return { impact: impact ?? null, seasons }
  }

  return { saveImpact, getImpact }
}
