import * as v from 'valibot'
import { courses, type Course, type CourseModule } from '../config/courses.ts'
import { isContentFinished, isModuleComplete } from '../config/module-completion.ts'
import { findUnansweredQuestions } from '../config/questions.ts'
import type { ResponseOf } from '../contract/product-api.ts'
import { answers } from '../contract/shared-schemas.ts'
import { parseOrUndefined } from '../lib/parse-or-undefined.ts'
import { mergeSegments, type Segment } from '../lib/watched-segments.ts'
import { isOfDeletedAccount, type Entry } from '../outbox/entry/entry.ts'
import { isSurveyEvent, events, findSubject } from '../outbox/events/events.ts'
import { getSurveyLane } from '../outbox/events/lane-names.ts'
import type { StoredReceipt } from '../outbox/receipts/stored-receipt.ts'
import type { SeenParts } from './seen-on-device.ts'

/** The state of a module. Coaches may open every module: none waits for another one. */
export type ModuleState =
  | 'open'
  | 'started'
  /** Complete on this device, but some entries are not delivered yet. */
  | 'waiting'
  /** The server refused an entry, so the coach must act, for example answer again. */
  | 'needs-you'
  | 'complete'

export type ModuleProgress = {
  state: ModuleState
  /** Whether the video was watched, or the text was read to its end. */
  finished: boolean
  /** Whether all required questions are answered. */
  answered: boolean
  /** Present if the server refused the answers, which are still on this device. */
  areAnswersRefused?: true
  /** The watched segments of the video, on all devices, in seconds. */
  watched: readonly Segment[]
  /**
   * Where the coach last stopped, on any device, in seconds, or null if the video starts from the beginning.
   */
  position: number | null
}

/** The progress of every module, by module id. */
export type Progress = ReadonlyMap<string, ModuleProgress>

/**
 * Whether the server's progress is available. `reading`: the first request is in progress. `unknown`: the
 * request has failed or is slow. Progress that was saved during an earlier visit is `known`.
 */
export type ProgressState = 'known' | 'reading' | 'unknown'

/**
 * The sources of a coach's progress: the server and this device. An entry is an event in the outbox of this
 * device, for example the answers to a survey.
 */
export type ProgressSources = {
  /** The server's last response. It may not include the last deliveries yet. */
  status?: ResponseOf<'statusSurvey'> | undefined
  /** Receipts of the entries that this device delivered. */
  receipts: readonly Pick<StoredReceipt, 'name' | 'subject'>[]
  /** What was watched and read on this device. */
  seenOnDevice: ReadonlyMap<string, SeenParts>
  /** The entries of this device that take precedence over `status`, in the order of capture. */
  newerEntries: readonly Entry[]
  /** The entries that are not delivered yet. */
  entries: readonly Entry[]
}

const surveyPayloadSchema = v.looseObject({ answers })

/**
 * Whether an entry answers all required questions of a module. An older entry may not have newer questions.
 */
const hasAllAnswers = (module: CourseModule, { payload }: Entry): boolean => {
  const survey = parseOrUndefined(surveyPayloadSchema, payload)
  return survey !== undefined && findUnansweredQuestions(module, survey.answers).length === 0
}

/** Collects what was watched and read of a module from entries of the outbox. */
const collectSeen = (module: CourseModule, entries: readonly Entry[]) => {
  const payloads = entries.flatMap(({ name, payload }) =>
    name === 'module.watched.v1' ? (parseOrUndefined(events[name].payload, payload) ?? []) : [],
  )
  return {
    watched: payloads.flatMap(({ watched }) => watched),
    read: module.kind === 'extra' && payloads.some(({ read }) => read),
    /** Undefined without an entry, and null if the video starts from the beginning. */
    position: payloads.at(-1)?.position,
  }
}

/** Derives the state of a module. `entries` are its entries that are not delivered yet. */
const deriveState = (
  { finished, answered, isStarted }: { finished: boolean; answered: boolean; isStarted: boolean },
  entries: readonly Entry[],
): ModuleState => {
  if (entries.some(({ state }) => state.is === 'needs-you')) return 'needs-you'
  if (isModuleComplete({ finished, answered })) return entries.length > 0 ? 'waiting' : 'complete'
  return isStarted || entries.length > 0 ? 'started' : 'open'
}

/** Selects what the sources know about one module. */
const selectSources = ({ id }: CourseModule, sources: ProgressSources) => {
  const isOfModule = (entry: Entry) => findSubject(entry) === id && !isOfDeletedAccount(entry)
  return {
    server: sources.status?.progress.find(({ module_id }) => module_id === id),
    seenOnDevice: sources.seenOnDevice.get(id),
    // An event of an older version does not count, because it may lack answers to newer questions.
    isSurveyDelivered: sources.receipts.some(
      ({ name, subject }) => subject === id && isSurveyEvent(name) && Object.hasOwn(events, name),
    ),
    entries: sources.entries.filter(isOfModule),
    newerEntries: sources.newerEntries.filter(isOfModule),
  }
}

type ModuleSources = ReturnType<typeof selectSources>

/** Derives what was watched and read of a module, and where its video stopped. */
const deriveSeen = (module: CourseModule, { server, seenOnDevice, newerEntries }: ModuleSources) => {
  const newlySeen = collectSeen(module, newerEntries)
  const earlierSegments = [...(server?.watched ?? []), ...(seenOnDevice?.watched ?? [])]
  const watched = mergeSegments([...earlierSegments, ...newlySeen.watched])
  const read = newlySeen.read || seenOnDevice?.read === true
  const finished = server?.finished_at != null || isContentFinished(module, { watched, read })
  const position = newlySeen.position === undefined ? server?.position : newlySeen.position
  // After a video is finished, no position is recorded, so the last one is out of date.
  return { watched, finished, position: finished ? null : (position ?? null) }
}

/** Derives whether the questions of a module are answered. All answers to them are in one lane. */
const deriveAnswered = (module: CourseModule, sources: ModuleSources) => {
  const { server, isSurveyDelivered, newerEntries } = sources
  // `checked` and `reflected`: all required questions of the steps `check` and `reflect` are answered.
  const hasDeliveredAnswers = isSurveyDelivered || (server?.checked === true && server.reflected)
  const lastSurvey = newerEntries.findLast(({ lane }) => lane === getSurveyLane(module.id))
  const answered = lastSurvey ? hasAllAnswers(module, lastSurvey) : hasDeliveredAnswers
  return { hasDeliveredAnswers, answered }
}

/** Merges what the sources know about one module. */
const deriveProgress = (module: CourseModule, allSources: ProgressSources): ModuleProgress => {
  const sources = selectSources(module, allSources)
  const { server, seenOnDevice, entries } = sources
  const { watched, finished, position } = deriveSeen(module, sources)
  const { hasDeliveredAnswers, answered } = deriveAnswered(module, sources)
  const isStartedAtServer = server?.started_at != null || server?.reflected === true
  const isStarted = isStartedAtServer || seenOnDevice !== undefined || hasDeliveredAnswers
  const state = deriveState({ finished, answered, isStarted }, entries)
  const areAnswersRefused = entries.some(
    ({ state: { is }, lane }) => is === 'needs-you' && lane === getSurveyLane(module.id),
  )
  const refusal = areAnswersRefused ? { areAnswersRefused } : {}
  return { state, finished, answered, ...refusal, watched, position }
}

/**
 * Merges the server's progress with the entries of this device. A newer answer that is still waiting takes
 * precedence over an older one that was delivered.
 */
export const mergeProgress = (sources: ProgressSources): Progress =>
  new Map(
    courses.flatMap(({ modules }) =>
      modules.map((module) => [module.id, deriveProgress(module, sources)] as const),
    ),
  )

/** Whether the coach has completed a module, even if the server does not know it yet. */
export const isDone = ({ state }: ModuleProgress): boolean => state === 'waiting' || state === 'complete'

/** Whether the coach has done something in a module, more than opening it. */
export const hasActivity = (progress: ModuleProgress): boolean =>
  isDone(progress) ||
  progress.state === 'needs-you' ||
  progress.finished ||
  progress.answered ||
  progress.watched.length > 0

/** `done`, `waiting` and `total` are numbers of modules. */
export type CourseProgress = {
  /** Includes the `waiting` modules, because the coach has completed them. */
  done: number
  waiting: number
  total: number
  /** Whether the coach has done something in at least one module. */
  isStarted: boolean
  /** The first module that is not done, or undefined if all are. */
  next: CourseModule | undefined
}

/** Summarises the progress in a course. */
export const getCourseProgress = ({ modules }: Course, progress: Progress): CourseProgress => {
  const openModules = modules.filter(({ id }) => {
    const moduleProgress = progress.get(id)
    return !moduleProgress || !isDone(moduleProgress)
  })
  return {
    total: modules.length,
    waiting: modules.filter(({ id }) => progress.get(id)?.state === 'waiting').length,
    done: modules.length - openModules.length,
    isStarted: modules.some(({ id }) => {
      const moduleProgress = progress.get(id)
      return moduleProgress !== undefined && hasActivity(moduleProgress)
    }),
    next: openModules[0],
  }
}

/**
 * Finds the module to continue with after the questions of `module` were answered: the first incomplete one
 * of the course, which may be `module` itself. If the coach has postponed the video of `module`, finds the
 * next module with open questions instead, or else the first one. A video is postponed if it cannot play now.
 */
export const findModuleAfter = (
  course: Course,
  module: CourseModule,
  progress: Progress,
  isPostponed: boolean,
): CourseModule | undefined => {
  if (!isPostponed) return getCourseProgress(course, progress).next
  const { modules } = course
  const hasOpenQuestions = ({ id }: CourseModule) => id !== module.id && progress.get(id)?.answered !== true
  return modules.slice(modules.indexOf(module)).find(hasOpenQuestions) ?? modules.find(hasOpenQuestions)
}
