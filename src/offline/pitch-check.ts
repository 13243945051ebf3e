import type { MissingOffline } from '../platform/service-worker/messages.ts'
import type { CourseDownload } from './course-download.ts'

/** What a device is asked before the coach goes where there is no connection. */
export type PitchFacts = {
  /** What the app lacks to open in the locale without a connection; absent while nothing would open it. */
  missing?: MissingOffline
  /** ms since epoch; when the session here ends unless it is renewed. Absent where that is not known. */
  sessionEndsAt?: number
  /** Whether the browser promised not to clear what is stored. */
  persisted: boolean
  /** ms by which this device's clock is wrong, as servers said last */
  clockOff: number
}

/** What waits for the coach, and goes on only with them. */
export type Stuck = { entries: number; files: number }

export const pitchChecks = ['films', 'app', 'texts', 'session', 'storage', 'clock', 'stuck'] as const
export type PitchCheck = (typeof pitchChecks)[number]

/** ms; a session that ends sooner should be renewed before a week without a connection */
const sessionReserve = 7 * 86_400_000
/** ms; what is recorded is corrected by more than this too, but other apps and providers go by the device's clock */
const clockTolerance = 120_000

/** Which of the checks this device passes. */
export const checkForPitch = (
  { left }: Pick<CourseDownload, 'left'>,
  { missing, sessionEndsAt, persisted, clockOff }: PitchFacts,
  { entries, files }: Stuck,
  now: number,
): Record<PitchCheck, boolean> => ({
  films: left.length === 0,
  app: missing?.app === 0,
  texts: missing?.texts === 0,
  session: sessionEndsAt !== undefined && sessionEndsAt - now >= sessionReserve,
  storage: persisted,
  clock: Math.abs(clockOff) <= clockTolerance,
  stuck: entries + files === 0,
})
