import { seasonImpacts } from '../db/schema.ts'
import { newest, type Newest } from '../db/deliveries/store-newest.ts'
import type { Entry } from '../api/handler.ts'

type Impact = { numberOfPeople: number; youngFemale: string; sportType: string }

/** Whom a coach reaches in the season (the calendar year) in which they said it. */
export const ofSeason = ({ capturedAt }: Entry, { numberOfPeople, youngFemale, sportType }: Impact): Newest =>
  newest(seasonImpacts, { season: capturedAt.getUTCFullYear() }, { numberOfPeople, youngFemale, sportType })
