import { and, eq } from 'drizzle-orm'
import { moduleOf, type CourseModule } from '../../../src/config/courses.ts'
import { isFinished } from '../../../src/config/finished.ts'
import { clampSegments, mergeSegments, type Segment } from '../../../src/lib/segments.ts'
import type { Entry } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { moduleProgress } from '../../db/schema.ts'
import { noteCompletion } from './note-completion.ts'

/** What a coach did with the film or the text of a module. */
export type Done = {
  moduleId: string
  watched: readonly Segment[]
  /** Absent where nothing is said of it. */
  position?: number | null
  /** The end of the text was reached. */
  read?: boolean
}

type Row = typeof moduleProgress.$inferSelect

/** Merges what was done with what is known: stretches add up, the place is the one where the coach stopped last. */
const merge = (module: CourseModule, done: Done, { known, at }: { known: Row | undefined; at: Date }) => {
  const length = module.kind === 'video' ? module.video.duration : 0
  const watched = mergeSegments([...(known?.watched ?? []), ...clampSegments(done.watched, length)])
  const isFinal = isFinished(module, { ...done, watched })
  const stopped =
    done.position !== undefined && (!known?.positionAt || known.positionAt <= at)
      ? { position: done.position, positionAt: at }
      : {}
  return {
    watched,
    finishedAt: known?.finishedAt ?? (isFinal ? at : null),
    startedAt: known && known.startedAt < at ? known.startedAt : at,
    ...stopped,
  }
}

/** Adds what a coach did to what they did on all of their devices. */
export const storeProgress = async (
  tx: Database,
  { customer, capturedAt: at }: Pick<Entry, 'customer' | 'capturedAt'>,
  done: Done,
): Promise<void> => {
  const module = moduleOf(done.moduleId)?.module
  if (!module) return
  const { customerId, moduleId } = moduleProgress
  const mine = and(eq(customerId, customer), eq(moduleId, module.id))
  const [known] = await tx.select().from(moduleProgress).where(mine)
  const row = merge(module, done, { known, at })
  await tx
    .insert(moduleProgress)
    .values({ customerId: customer, moduleId: module.id, ...row })
    .onConflictDoUpdate({ target: [customerId, moduleId], set: row })
  await noteCompletion(tx, customer, module.id)
}
