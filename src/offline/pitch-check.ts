import type { MissingOffline } from '../platform/service-worker/messages.ts'
import { dayMs } from '../lib/time/day-ms.ts'
import type { CourseDownload } from './course-download.ts'

/** The state of a device that a coach should know before they leave for a pitch without a connection. */
export type PitchFacts = {
  /** How many files are missing to open the app offline in the locale. Absent without a service worker. */
  missing?: MissingOffline
  /** When the session ends unless it is renewed, in ms since the epoch. Absent if unknown. */
  sessionEndsAt?: number
  /** Whether the browser agreed not to clear the storage. */
  persisted: boolean
  /** By how much this device's clock is wrong, by the last response of the server. */
  clockOffsetMs: number
}

/** How many outbox entries and files need the coach. */
export type NeedsActionCounts = { entries: number; files: number }

/**
 * The checks of a device. `films`: all videos of the course are downloaded. `app` and `texts`: no file of the
 * app or of the locale is missing. `session`: it lasts long enough. `storage`: the browser agreed not to
 * clear it. `clock`: it is accurate. `stuck`: no entry or file needs the coach.
 */
export const pitchChecks = ['films', 'app', 'texts', 'session', 'storage', 'clock', 'stuck'] as const
export type PitchCheck = (typeof pitchChecks)[number]

/** A session that ends sooner should be renewed before a week offline. */
const minSessionMs = 7 * dayMs
/** The app corrects the times that it records, but other apps and providers use the device's clock. */
const clockToleranceMs = 120_000

/** Whether this device passes each check. `now` is in ms since the epoch. */
export const checkForPitch = (
  { remainingModuleIds }: Pick<CourseDownload, 'remainingModuleIds'>,
  { missing, sessionEndsAt, persisted, clockOffsetMs }: PitchFacts,
  { entries, files }: NeedsActionCounts,
  now: number,
): Record<PitchCheck, boolean> => ({
  films: remainingModuleIds.length === 0,
  app: missing?.app === 0,
  texts: missing?.texts === 0,
  session: sessionEndsAt !== undefined && sessionEndsAt - now >= minSessionMs,
  storage: persisted,
  clock: Math.abs(clockOffsetMs) <= clockToleranceMs,
  stuck: entries + files === 0,
})
