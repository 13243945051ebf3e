import type { MissingOffline } from '../platform/service-worker/messages.ts'
import type { CourseDownload } from './course-download.ts'

/** The state of a device that matters before the coach leaves for a place without a connection. */
export type PitchFacts = {
  /** The files that are missing to open the app offline in the locale; absent if nothing would serve it. */
  missing?: MissingOffline
  /** When the session ends unless it is renewed, in ms since epoch; absent if unknown. */
  sessionEndsAt?: number
  /** Whether the browser agreed not to clear the storage. */
  persisted: boolean
  /** In ms: the error of this device's clock, by the last server response. */
  clockOff: number
}

/** The numbers of entries and files that need the coach to continue. */
export type Stuck = { entries: number; files: number }

export const pitchChecks = ['films', 'app', 'texts', 'session', 'storage', 'clock', 'stuck'] as const
export type PitchCheck = (typeof pitchChecks)[number]

/** In ms. Before a week offline, a session should be renewed if it ends within that week. */
const sessionReserve = 7 * 86_400_000
/** In ms. Records are corrected anyway, but other apps and providers use the device's clock. */
const clockTolerance = 120_000

/** Whether this device passes each check. `now` is in ms since epoch. */
export const checkForPitch = (
  { remainingModules }: Pick<CourseDownload, 'remainingModules'>,
  { missing, sessionEndsAt, persisted, clockOff }: PitchFacts,
  { entries, files }: Stuck,
  now: number,
): Record<PitchCheck, boolean> => ({
  films: remainingModules.length === 0,
  app: missing?.app === 0,
  texts: missing?.texts === 0,
  session: sessionEndsAt !== undefined && sessionEndsAt - now >= sessionReserve,
  storage: persisted,
  clock: Math.abs(clockOff) <= clockTolerance,
  stuck: entries + files === 0,
})
