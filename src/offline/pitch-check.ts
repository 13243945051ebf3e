import type { CourseDownload } from './course-download.ts'

/** What a device is asked before the coach goes where there is no connection. */
export type PitchFacts = {
  /** Whether the app and all texts of the locale open without a connection. */
  texts: boolean
  /** ms since epoch; when the session here ends unless it is renewed. Absent where that is not known. */
  sessionEndsAt?: number
  /** Whether the browser promised not to clear what is stored. */
  persisted: boolean
  /** ms by which this device's clock is wrong, as servers said last */
  clockOff: number
}

/** What waits for the coach, and goes on only with them. */
export type Stuck = { entries: number; files: number }

export const pitchChecks = ['films', 'texts', 'session', 'storage', 'clock', 'stuck'] as const
export type PitchCheck = (typeof pitchChecks)[number]

/** ms; a session that ends sooner should be renewed before a week without a connection */
const sessionReserve = 7 * 86_400_000
/** ms; what is recorded is corrected by more than this too, but other apps and providers go by the device's clock */
const clockTolerance = 120_000

/** Which of the checks this device passes. */
export const checkForPitch = (
  { left }: Pick<CourseDownload, 'left'>,
  { texts, sessionEndsAt, persisted, clockOff }: PitchFacts,
  { entries, files }: Stuck,
  now: number,
): Record<PitchCheck, boolean> => ({
  films: left.length === 0,
  texts,
  session: sessionEndsAt !== undefined && sessionEndsAt - now >= sessionReserve,
  storage: persisted,
  clock: Math.abs(clockOff) <= clockTolerance,
  stuck: entries + files === 0,
})
