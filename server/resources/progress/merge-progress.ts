import type { CourseModule } from '../../../src/config/courses.ts'
import { isFinished } from '../../../src/config/finished.ts'
import { clampSegments, mergeSegments } from '../../../src/lib/segments.ts'
import type { Done, Entry } from '../../api/handler.ts'
import type { moduleProgress } from '../../db/schema.ts'

export type Watched = typeof moduleProgress.$inferSelect

const notBegun = { watched: [], position: null, positionAt: null, finishedAt: null, completedAt: null }

/**
 * Merges a coach's new progress into that of all their devices. Watched segments add up; the position is
 * where the coach stopped last.
 */
export const mergeProgress = (
  module: CourseModule,
  known: Watched | undefined,
  { done, entry: { customer, capturedAt: at } }: { done: Done; entry: Entry },
): Watched => {
  const length = module.kind === 'video' ? module.video.duration : 0
  const before = known ?? { ...notBegun, customerId: customer, moduleId: module.id, startedAt: at }
  const watched = mergeSegments([...before.watched, ...clampSegments(done.watched, length)])
  const stopped =
    done.position !== undefined && (!before.positionAt || before.positionAt <= at)
      ? { position: done.position, positionAt: at }
      : {}
  return {
    ...before,
    watched,
    finishedAt: before.finishedAt ?? (isFinished(module, { ...done, watched }) ? at : null),
    startedAt: before.startedAt < at ? before.startedAt : at,
    ...stopped,
  }
}
