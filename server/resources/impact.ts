import { asc, eq } from 'drizzle-orm'
import { formatWithOffset, getYear } from '../../src/lib/time/zoned-time.ts'
import type { CustomerHandler, Entry, OutboxHandler } from '../api/handler.ts'
import type { Database } from '../db/database.ts'
import { createNewestValue, type NewestValue } from '../db/deliveries/store-newest.ts'
import { impacts, seasonImpacts } from '../db/schema.ts'

type Impact = { numberOfPeople: number; youngFemale: string; sportType: string }

/** Creates the value for the season of a report, which is the calendar year at the place of the coach. */
export const createSeasonImpact = (
  { capturedAt, offset }: Entry,
  { numberOfPeople, youngFemale, sportType }: Impact,
): NewestValue => {
  const season = getYear(formatWithOffset(capturedAt.getTime(), offset))
  return createNewestValue(seasonImpacts, { season }, { numberOfPeople, youngFemale, sportType })
}

type ImpactTable = typeof impacts | typeof seasonImpacts

const pickColumns = ({ numberOfPeople, youngFemale, sportType }: ImpactTable) => ({
  numberOfPeople,
  youngFemale,
  sportType,
})

/** Handles the calls about how many people a coach reaches. */
export const createImpact = ({ db }: { db: Database }) => {
  const saveImpact: OutboxHandler<'saveImpact'> = {
    listAdditions: (entry, { customer_id: _customer, ...impact }) => [
      { newest: createNewestValue(impacts, {}, impact) },
      { newest: createSeasonImpact(entry, impact) },
    ],
  }

  const getImpact: CustomerHandler<'getImpact'> = async (_body, { customer }) => {
    const [impact] = await db
      .select(pickColumns(impacts))
      .from(impacts)
      .where(eq(impacts.customerId, customer))
    const seasons = await db
      .select({ season: seasonImpacts.season, ...pickColumns(seasonImpacts) })
      .from(seasonImpacts)
      .where(eq(seasonImpacts.customerId, customer))
      .orderBy(asc(seasonImpacts.season))
    return { impact: impact ?? null, seasons }
  }

  return { saveImpact, getImpact }
}
