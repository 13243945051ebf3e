import type { Course } from '../config/courses.ts'
import type { OfflineModule, OfflineSnapshot, PauseReason } from './offline-modules.ts'

/** How far the videos of a course are downloaded. */
export type CourseDownload = {
  /** The ids of the modules whose videos play in this browser. */
  playableModuleIds: readonly string[]
  /** The ids of the playable modules whose videos are not completely downloaded. */
  remainingModuleIds: readonly string[]
  /** From 0 to 1. All videos have the same weight. */
  progress: number
  /** Whether any video is downloaded, downloading or paused. */
  hasStarted: boolean
  isRunning: boolean
  /** Present while no video is downloading and at least one is paused. */
  pauseReason?: PauseReason
}

/** Returns how much of a module's video is downloaded, from 0 to 1. */
const getModuleProgress = (state: OfflineModule | undefined): number => {
  if (state?.kind === 'downloaded') return 1
  return state?.size === undefined ? 0 : state.received / state.size
}

/** Summarises the downloads of a course. `isPlayable` is whether this browser plays a module's video. */
export const summariseCourseDownload = (
  { modules }: Pick<Course, 'modules'>,
  snapshot: OfflineSnapshot,
  isPlayable: (moduleId: string) => boolean,
): CourseDownload => {
  const playableModuleIds = modules.flatMap(({ id }) => (isPlayable(id) ? [id] : []))
  const states = playableModuleIds.map((id) => snapshot.get(id))
  const pausedState = states.find((state) => state?.kind === 'paused')
  const isRunning = states.some((state) => state?.kind === 'downloading')
  const progressSum = states.reduce((sum, state) => sum + getModuleProgress(state), 0)
  return {
    playableModuleIds,
    remainingModuleIds: playableModuleIds.filter((_, index) => states[index]?.kind !== 'downloaded'),
    progress: playableModuleIds.length === 0 ? 0 : progressSum / playableModuleIds.length,
    hasStarted: states.some((state) => state !== undefined),
    isRunning,
    ...(pausedState && !isRunning && { pauseReason: pausedState.reason }),
  }
}
