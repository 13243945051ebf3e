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
export const isModuleFinished = (module: CourseModule, { watched, read = false }: ModuleActivity): boolean =>
  module.kind === 'video' ? getWatchedShare(watched, module.video.duration) >= requiredShare : read
