import type { Database } from '../db/database.ts'
import { seasonImpacts } from '../db/schema.ts'
import { storeNewest } from '../db/store-newest.ts'
import type { Entry } from '../api/handler.ts'

type Impact = { numberOfPeople: number; youngFemale: string; sportType: string }

/** Stores whom a coach reaches in the season (the calendar year) in which they said it. */
export const storeSeasonImpact = (
  tx: Database,
  { customer, sequence, capturedAt, receivedAt }: Entry,
  { numberOfPeople, youngFemale, sportType }: Impact,
): Promise<void> => {
  const season = capturedAt.getUTCFullYear()
  const said = { numberOfPeople, youngFemale, sportType, sequence, capturedAt, receivedAt }
  const row = { customerId: customer, season, ...said }
  return storeNewest(tx, { table: seasonImpacts, key: [seasonImpacts.customerId, seasonImpacts.season], row })
}
