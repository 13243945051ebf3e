import * as v from 'valibot'
import type { ResponseOf } from '../contract/product-api.ts'
import { courses, type Course, type CourseModule } from '../config/courses.ts'
import { isFinished } from '../config/is-finished.ts'
import { openQuestions } from '../config/questions.ts'
import { answers } from '../contract/shapes.ts'
import { parseOrUndefined } from '../lib/parse-or-undefined.ts'
import { mergeSegments, type Segment } from '../lib/segments.ts'
import { isOfDeletedAccount, type Entry } from '../outbox/entry/entry.ts'
import { answersSurvey, events, findSubject } from '../outbox/events/events.ts'
import { surveyLane } from '../outbox/events/lanes.ts'
import type { StoredReceipt } from '../outbox/receipts/stored-receipt.ts'
import type { SeenHere } from './seen-here.ts'

/** The state of a module. `waiting`: complete on this device, but the server does not have all of it yet. */
export type ModuleState = 'open' | 'started' | 'waiting' | 'needs-you' | 'complete'

export type ModuleProgress = {
  state: ModuleState
  /** Its video was watched, or its text was read to the end. */
  finished: boolean
  /** All of its required questions are answered. */
  answered: boolean
  /** In s: the watched segments of its video, from all devices. */
  watched: readonly Segment[]
  /** In s: where the coach stopped, on the device that they last used; null if the video starts over. */
  position: number | null
}

/** The progress of every module, by its id. */
export type Progress = ReadonlyMap<string, ModuleProgress>

/**
 * Whether the server's part of the progress is available. `reading`: the first read is in progress.
 * `unknown`: it has failed, or it is slow. A copy that an earlier visit persisted counts as `known`.
 */
export type ProgressState = 'known' | 'reading' | 'unknown'

/** The sources of a coach's progress: the server and this device. */
export type ProgressSources = {
  /** The server's last response, which may be older than the last delivery. */
  status?: ResponseOf<'statusSurvey'> | undefined
  /** Receipts of the entries that this device delivered. */
  receipts: readonly Pick<StoredReceipt, 'name' | 'subject'>[]
  /** What was watched and read on this device. */
  seenHere: ReadonlyMap<string, SeenHere>
  /** The entries of this device that count over `status`, in the order of capture. */
  newerEntries: readonly Entry[]
  /** The entries that are still on this device. */
  entries: readonly Entry[]
}

const surveyPayloadSchema = v.looseObject({ answers })

/** Whether an entry answers all required questions of the present module. Older entries lack some. */
const answersAll = (module: CourseModule, { payload }: Entry): boolean => {
  const survey = parseOrUndefined(surveyPayloadSchema, payload)
  return survey !== undefined && openQuestions(module, survey.answers).length === 0
}

/** What was watched and read of a module, according to entries of the outbox. */
const seenIn = (module: CourseModule, entries: readonly Entry[]) => {
  const parts = entries.flatMap(({ name, payload }) =>
    name === 'module.watched.v1' ? (parseOrUndefined(events[name].payload, payload) ?? []) : [],
  )
  return {
    watched: parts.flatMap(({ watched }) => watched),
    read: module.kind === 'extra' && parts.some(({ read }) => read),
    position: parts.at(-1)?.position,
  }
}

const deriveState = (
  { finished, answered, begun }: { finished: boolean; answered: boolean; begun: boolean },
  entries: readonly Entry[],
): ModuleState => {
  if (entries.some(({ state }) => state.is === 'needs-you')) return 'needs-you'
  if (finished && answered) return entries.length > 0 ? 'waiting' : 'complete'
  return begun || entries.length > 0 ? 'started' : 'open'
}

const deriveProgress = (module: CourseModule, sources: ProgressSources): ModuleProgress => {
  const { id } = module
  const atServer = sources.status?.progress.find(({ module_id }) => module_id === id)
  const isOfModule = (entry: Entry) => findSubject(entry) === id && !isOfDeletedAccount(entry)
  const entries = sources.entries.filter(isOfModule)
  const newerEntries = sources.newerEntries.filter(isOfModule)
  const lastSurvey = newerEntries.findLast(({ lane }) => lane === surveyLane(id))
  const seen = seenIn(module, newerEntries)
  const seenHere = sources.seenHere.get(id)
  const watched = mergeSegments([...(atServer?.watched ?? []), ...(seenHere?.watched ?? []), ...seen.watched])
  const read = seen.read || seenHere?.read === true
  const finished = atServer?.finished_at != null || isFinished(module, { watched, read })
  const isDelivered = sources.receipts.some(
    ({ name, subject }) => subject === id && answersSurvey(name) && Object.hasOwn(events, name),
  )
  const wasAnswered = isDelivered || (atServer?.checked === true && atServer.reflected)
  const answered = lastSurvey ? answersAll(module, lastSurvey) : wasAnswered
  const begun =
    atServer?.started_at != null || atServer?.reflected === true || seenHere !== undefined || wasAnswered
  const position = seen.position === undefined ? atServer?.position : seen.position
  return {
    state: deriveState({ finished, answered, begun }, entries),
    finished,
    answered,
    watched,
    // Once a video counts as watched, no further position is recorded, so the last one is out of date.
    position: finished ? null : (position ?? null),
  }
}

/**
 * Merges the server's progress with the entries of this device. A newer waiting answer takes precedence over
 * an older delivered one.
 */
export const mergeProgress = (sources: ProgressSources): Progress =>
  new Map(
    courses.flatMap(({ modules }) =>
      modules.map((module) => [module.id, deriveProgress(module, sources)] as const),
    ),
  )

/** Whether the coach has completed a module, whether or not the server knows. */
export const isDone = ({ state }: ModuleProgress): boolean => state === 'waiting' || state === 'complete'

/** Whether the coach has done a part of a module. Opening the module does not count. */
export const isBegun = (progress: ModuleProgress): boolean =>
  isDone(progress) ||
  progress.state === 'needs-you' ||
  progress.finished ||
  progress.answered ||
  progress.watched.length > 0

export type CourseProgress = {
  done: number
  waiting: number
  total: number
  /** Whether a part of the course is done, if only a part of one module. */
  begun: boolean
  next: CourseModule | undefined
}

/** The numbers of a course and its next module. Waiting modules count as done: the coach completed them. */
export const courseProgress = ({ modules }: Course, progress: Progress): CourseProgress => {
  const left = modules.filter(({ id }) => {
    const moduleProgress = progress.get(id)
    return !moduleProgress || !isDone(moduleProgress)
  })
  return {
    total: modules.length,
    waiting: modules.filter(({ id }) => progress.get(id)?.state === 'waiting').length,
    done: modules.length - left.length,
    begun: modules.some(({ id }) => {
      const moduleProgress = progress.get(id)
      return moduleProgress !== undefined && isBegun(moduleProgress)
    }),
    next: left[0],
  }
}

/**
 * The module to continue with after the questions of `module` were answered: the first of the course that is
 * not complete, which may be `module` itself. If its video is postponed because it cannot be shown now, the
 * next one with open questions: first below `module`, then above it.
 */
export const moduleAfter = (
  course: Course,
  module: CourseModule,
  progress: Progress,
  isPostponed: boolean,
): CourseModule | undefined => {
  if (!isPostponed) return courseProgress(course, progress).next
  const { modules } = course
  const isOpen = ({ id }: CourseModule) => id !== module.id && progress.get(id)?.answered !== true
  return modules.slice(modules.indexOf(module)).find(isOpen) ?? modules.find(isOpen)
}
