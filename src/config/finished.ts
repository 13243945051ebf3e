import { watchedShare, type Segment } from '../lib/segments.ts'
import type { CourseModule } from './courses.ts'

/** The share of a film that has to be watched. */
const enough = 0.9

/** What was done with the film or the text of a module. */
export type Seen = {
  watched: readonly Segment[]
  /** The end of the text was reached. */
  read?: boolean | undefined
}

/** Whether the film of a module was watched, nine tenths of it, or its text read to the end. */
export const isFinished = (module: CourseModule, { watched, read = false }: Seen): boolean =>
  module.kind === 'video' ? watchedShare(watched, module.video.duration) >= enough : read
