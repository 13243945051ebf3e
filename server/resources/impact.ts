import { asc, eq } from 'drizzle-orm'
import { withOffset, yearAt } from '../../src/lib/time/zoned-time.ts'
import type { CustomerHandler, Entry, OutboxHandler } from '../api/handler.ts'
import type { Database } from '../db/database.ts'
import { newest, type Newest } from '../db/deliveries/store-newest.ts'
import { impacts, seasonImpacts } from '../db/schema.ts'

type Impact = { numberOfPeople: number; youngFemale: string; sportType: string }

/** How many people a coach reaches, for the season of the report: the calendar year at the coach's place. */
export const ofSeason = (
  { capturedAt, offset }: Entry,
  { numberOfPeople, youngFemale, sportType }: Impact,
): Newest => {
  const season = yearAt(withOffset(capturedAt.getTime(), offset))
  return newest(seasonImpacts, { season }, { numberOfPeople, youngFemale, sportType })
}

type Impacts = typeof impacts | typeof seasonImpacts

const columnsOf = ({ numberOfPeople, youngFemale, sportType }: Impacts) => ({
  numberOfPeople,
  youngFemale,
  sportType,
})

/** The calls about how many people a coach reaches. */
export const createImpact = ({ db }: { db: Database }) => {
  const saveImpact: OutboxHandler<'saveImpact'> = {
    adds: (entry, { customer_id: _customer, ...impact }) => [
      { newest: newest(impacts, {}, impact) },
      { newest: ofSeason(entry, impact) },
    ],
  }

  const getImpact: CustomerHandler<'getImpact'> = async (_body, { customer }) => {
    const [impact] = await db.select(columnsOf(impacts)).from(impacts).where(eq(impacts.customerId, customer))
    const seasons = await db
      .select({ season: seasonImpacts.season, ...columnsOf(seasonImpacts) })
      .from(seasonImpacts)
      .where(eq(seasonImpacts.customerId, customer))
      .orderBy(asc(seasonImpacts.season))
    return { impact: impact ?? null, seasons }
  }

  return { saveImpact, getImpact }
}
