import type { Course } from '../config/courses.ts'
import type { OfflineSnapshot, PauseReason } from './offline-modules.ts'

/** The downloaded videos of a course. */
export type CourseDownload = {
  /** The modules whose videos play in this browser. */
  films: readonly string[]
  /** The modules whose videos are not completely downloaded. */
  left: readonly string[]
  /** From 0 to 1. Each video counts the same. */
  share: number
  /** Whether a part is downloaded or downloading. */
  begun: boolean
  running: boolean
  /** Why a video is paused, if no download is running. */
  because?: PauseReason
}

/** Summarises the downloads of a course. `isPlayable` is whether a module has a video that plays here. */
export const courseDownload = (
  { modules }: Pick<Course, 'modules'>,
  snapshot: OfflineSnapshot,
  isPlayable: (module: string) => boolean,
): CourseDownload => {
  const films = modules.flatMap(({ id }) => (isPlayable(id) ? [id] : []))
  const states = films.map((id) => snapshot.get(id))
  const paused = states.find((state) => state?.is === 'paused')
  const running = states.some((state) => state?.is === 'downloading')
  const shares = states.map((state) => {
    if (state?.is === 'downloaded') return 1
    return state?.size === undefined ? 0 : state.received / state.size
  })
  return {
    films,
    left: films.filter((_, index) => states[index]?.is !== 'downloaded'),
    share: films.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / films.length,
    begun: states.some((state) => state !== undefined),
    running,
    ...(paused && !running && { because: paused.because }),
  }
}
