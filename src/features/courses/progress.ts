import type { ResponseOf } from '../../contract/product-api.ts'
import type { Course } from '../../config/courses.ts'
import { isOfDeletedAccount, type Entry } from '../../outbox/entry/entry.ts'
import { answersSurvey, subjectOf } from '../../outbox/events/events.ts'
import type { StoredReceipt } from '../../outbox/receipts/stored-receipt.ts'
import { surveyLane } from '../../outbox/events/lanes.ts'

/** How far a coach is with one module. `waiting`: answered on this device, and the server does not know yet. */
export type ModuleState = 'open' | 'waiting' | 'needs-you' | 'answered'

/** The state of every module that is not open, by module id. */
export type Progress = ReadonlyMap<string, ModuleState>

/** The module whose survey an outbox entry carries, in whichever version of the app it was answered. */
const answeredModule = (entry: Entry): string | undefined => {
  const module = subjectOf(entry)
  return module !== undefined && entry.lane === surveyLane(module) ? module : undefined
}

/** A coach's progress is known from three places. */
export type ProgressSources = {
  /** the server's last word, which may be older than the last delivery */
  status?: ResponseOf<'statusSurvey'> | undefined
  /** what this device delivered */
  receipts: readonly Pick<StoredReceipt, 'name' | 'subject'>[]
  /** what it still holds */
  entries: readonly Entry[]
}

/**
 * Progress as the coach made it: what the server has stored, and over it what this device still holds. A newer answer
 * that waits wins over an older one that was delivered.
 */
export const mergeProgress = ({ status, receipts, entries }: ProgressSources): Progress => {
  const progress = new Map<string, ModuleState>()
  for (const { module_id: id } of status?.surveys ?? []) progress.set(id, 'answered')
  for (const { name, subject } of receipts)
    if (subject !== undefined && answersSurvey(name)) progress.set(subject, 'answered')
  for (const entry of entries) {
    const id = answeredModule(entry)
    if (id !== undefined && !isOfDeletedAccount(entry)) progress.set(id, entry.state.is)
  }
  return progress
}

export type CourseProgress = { done: number; waiting: number; total: number }

/** A course in numbers; what waits on this device counts as done, because the coach has done it. */
export const courseProgress = ({ modules }: Course, progress: Progress): CourseProgress => {
  const states = modules.map(({ id }) => progress.get(id) ?? 'open')
  const waiting = states.filter((state) => state === 'waiting').length
  return {
    total: modules.length,
    waiting,
    done: waiting + states.filter((state) => state === 'answered').length,
  }
}
