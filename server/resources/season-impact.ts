import { withOffset, yearAt } from '../../src/lib/time/zoned-time.ts'
import { seasonImpacts } from '../db/schema.ts'
import { newest, type Newest } from '../db/deliveries/store-newest.ts'
import type { Entry } from '../api/handler.ts'

type Impact = { numberOfPeople: number; youngFemale: string; sportType: string }

/** How many people a coach reaches, for the season of the report: the calendar year at the coach's place. */
export const ofSeason = (
  { capturedAt, offset }: Entry,
  { numberOfPeople, youngFemale, sportType }: Impact,
): Newest => {
  const season = yearAt(withOffset(capturedAt.getTime(), offset))
  return newest(seasonImpacts, { season }, { numberOfPeople, youngFemale, sportType })
}
