import * as v from 'valibot'
import type { ResponseOf } from '../contract/product-api.ts'
import { courses, type Course, type CourseModule } from '../config/courses.ts'
import { isFinished } from '../config/finished.ts'
import { openQuestions } from '../config/questions.ts'
import { answers } from '../contract/shapes.ts'
import { parsed } from '../lib/parsed.ts'
import { mergeSegments, type Segment } from '../lib/segments.ts'
import { isOfDeletedAccount, type Entry } from '../outbox/entry/entry.ts'
import { answersSurvey, events, subjectOf } from '../outbox/events/events.ts'
import { surveyLane } from '../outbox/events/lanes.ts'
import type { StoredReceipt } from '../outbox/receipts/stored-receipt.ts'
import type { SeenHere } from './seen-here.ts'

/** How far a coach is with one module. `waiting`: complete on this device, and the server does not know all of it yet. */
export type ModuleState = 'open' | 'started' | 'waiting' | 'needs-you' | 'complete'

export type ModuleProgress = {
  state: ModuleState
  /** Its film was watched, or its text read to the end. */
  finished: boolean
  /** All that it asks is answered. */
  answered: boolean
  /** s; the stretches of its film that were watched, on any device */
  watched: readonly Segment[]
  /** s; where the coach stopped, on the device where they were last */
  position: number | null
}

/** The progress of every module, by its id. */
export type Progress = ReadonlyMap<string, ModuleProgress>

/** A coach's progress is known from the server and from this device. */
export type ProgressSources = {
  /** the server's last word, which may be older than the last delivery */
  status?: ResponseOf<'statusSurvey'> | undefined
  /** what this device delivered */
  receipts: readonly Pick<StoredReceipt, 'name' | 'subject'>[]
  /** what was watched and read on it */
  seenHere: ReadonlyMap<string, SeenHere>
  /** what it delivered after the server was asked for `status`, in the order of its delivery */
  delivered: readonly Entry[]
  /** what it still holds */
  entries: readonly Entry[]
}

const survey = v.looseObject({ answers })

/** Whether the answers of an entry have all that the module asks today; those of older apps lack what is checked. */
const isComplete = (module: CourseModule, { payload }: Entry): boolean => {
  const found = parsed(survey, payload)
  return found !== undefined && openQuestions(module, found.answers).length === 0
}

/** What the entries of this device say about the film or the text of a module. */
const seenIn = (module: CourseModule, entries: readonly Entry[]) => {
  const reported = entries.flatMap(({ name, payload }) =>
    name === 'module.watched.v1' ? (parsed(events[name].payload, payload) ?? []) : [],
  )
  return {
    watched: reported.flatMap(({ watched }) => watched),
    read: module.kind === 'extra' && reported.some(({ read }) => read),
    position: reported.at(-1)?.position,
  }
}

const stateOf = (
  { finished, answered, begun }: { finished: boolean; answered: boolean; begun: boolean },
  entries: readonly Entry[],
): ModuleState => {
  if (entries.some(({ state }) => state.is === 'needs-you')) return 'needs-you'
  if (finished && answered) return entries.length > 0 ? 'waiting' : 'complete'
  return begun || entries.length > 0 ? 'started' : 'open'
}

const progressOf = (module: CourseModule, sources: ProgressSources): ModuleProgress => {
  const { id } = module
  const known = sources.status?.progress.find(({ module_id }) => module_id === id)
  const entries = sources.entries.filter((entry) => subjectOf(entry) === id && !isOfDeletedAccount(entry))
  const delivered = sources.delivered.filter((entry) => subjectOf(entry) === id)
  const done = [...delivered, ...entries]
  const given = done.findLast(({ lane }) => lane === surveyLane(id))
  const seen = seenIn(module, done)
  const here = sources.seenHere.get(id)
  const watched = mergeSegments([...(known?.watched ?? []), ...(here?.watched ?? []), ...seen.watched])
  const read = seen.read || here?.read === true
  const finished = known?.finished_at != null || isFinished(module, { watched, read })
  const isDelivered = sources.receipts.some(
    ({ name, subject }) => subject === id && answersSurvey(name) && Object.hasOwn(events, name),
  )
  const isKnown = isDelivered || (known?.checked === true && known.reflected)
  const isAnswered = given ? isComplete(module, given) : isKnown
  const begun = known?.started_at != null || known?.reflected === true || here !== undefined || isKnown
  return {
    state: stateOf({ finished, answered: isAnswered, begun }, entries),
    finished,
    answered: isAnswered,
    watched,
    position: seen.position === undefined ? (known?.position ?? null) : seen.position,
  }
}

/**
 * Progress as the coach made it: what the server has stored, and over it what this device still holds. A newer answer
 * that waits wins over an older one that was delivered.
 */
export const mergeProgress = (sources: ProgressSources): Progress =>
  new Map(
    courses.flatMap(({ modules }) =>
      modules.map((module) => [module.id, progressOf(module, sources)] as const),
    ),
  )

/** Whether the coach has done all of a module, whether or not the server knows. */
export const isDone = ({ state }: ModuleProgress): boolean => state === 'waiting' || state === 'complete'

/** Whether the coach has done something of a module; to have opened it is nothing. */
const isBegun = (progress: ModuleProgress): boolean =>
  isDone(progress) ||
  progress.state === 'needs-you' ||
  progress.finished ||
  progress.answered ||
  progress.watched.length > 0

export type CourseProgress = {
  done: number
  waiting: number
  total: number
  /** Something of it is done, if only a part of one module. */
  begun: boolean
  next: CourseModule | undefined
}

/** A course in numbers, and the module to go on with; what waits on this device counts as done: the coach has done it. */
export const courseProgress = ({ modules }: Course, progress: Progress): CourseProgress => {
  const left = modules.filter(({ id }) => {
    const own = progress.get(id)
    return !own || !isDone(own)
  })
  return {
    total: modules.length,
    waiting: modules.filter(({ id }) => progress.get(id)?.state === 'waiting').length,
    done: modules.length - left.length,
    begun: modules.some(({ id }) => {
      const own = progress.get(id)
      return own !== undefined && isBegun(own)
    }),
    next: left[0],
  }
}

/**
 * The module to go on with once the questions of one are answered; itself while they need the coach. Where its film is put
 * off, because it cannot be shown now, it is one whose questions are open: below it first, then above.
 */
export const moduleAfter = (
  course: Course,
  module: CourseModule,
  progress: Progress,
  isPutOff: boolean,
): CourseModule | undefined => {
  if (!isPutOff) return courseProgress(course, progress).next
  const { modules } = course
  const isOpen = ({ id }: CourseModule) => id !== module.id && progress.get(id)?.answered !== true
  return modules.slice(modules.indexOf(module)).find(isOpen) ?? modules.find(isOpen)
}
