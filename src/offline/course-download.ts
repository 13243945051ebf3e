import type { Course } from '../config/courses.ts'
import type { OfflineSnapshot, PausedBecause } from './offline-modules.ts'

/** What of a course's films is on this device. */
export type CourseDownload = {
  /** The modules whose films play in this browser. */
  films: readonly string[]
  /** Those of which nothing is here, or not all. */
  left: readonly string[]
  /** From 0 to 1, each film counting the same. */
  share: number
  /** Something of it is here, or on its way. */
  begun: boolean
  running: boolean
  /** Why a film is paused, where nothing is running. */
  because?: PausedBecause
}

/** What of a course is downloaded, in one value; `isPlayable` says whether a module has a film that plays here. */
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
