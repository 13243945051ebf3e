import { getWatchedShare, type Segment } from '../lib/watched-segments.ts'
import type { CourseModule } from './courses.ts'

/** The share of a video that a coach has to watch. */
const requiredShare = 0.9

/** What a coach has watched or read of a module. */
export type ModuleActivity = {
  watched: readonly Segment[]
  /** Whether the coach reached the end of the text. */
  read?: boolean | undefined
}

/** Whether a coach has watched nine tenths of a module's video, or read its text to the end. */
export const isContentFinished = (module: CourseModule, { watched, read = false }: ModuleActivity): boolean =>
  module.kind === 'video' ? getWatchedShare(watched, module.video.duration) >= requiredShare : read

/**
 * Whether a module is complete. The order does not matter: a coach may answer the questions before the video
 * ends.
 */
export const isModuleComplete = (requirements: {
  /** Whether the video or text is finished (`isContentFinished`). */
  finished: boolean
  /** Whether all required questions are answered. */
  answered: boolean
}): boolean => requirements.finished && requirements.answered
