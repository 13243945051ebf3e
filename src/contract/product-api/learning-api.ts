import * as v from 'valibot'
import * as schemas from '../shared-schemas.ts'
import { customerCall, customerField, outboxCall, receiptField } from './api-call.ts'

const answersResponse = v.object({
  answers: v.nullable(schemas.answers),
  answered_at: v.nullable(schemas.timestamp),
  /** The answers from the session's device, if another device captured later ones, which replaced them. */
  replaced: v.optional(v.object({ answers: schemas.answers, answered_at: schemas.timestamp })),
})

/** The calls about the answers to the modules' surveys. */
export const surveyApi = {
  saveAnswers: {
    ...outboxCall('/api/save-answers'),
    body: v.strictObject({ ...customerField, video_id: schemas.videoId, answers: schemas.answers }),
    response: v.object(receiptField),
  },
  getAnswers: {
    ...customerCall('/api/get-answers'),
    body: v.strictObject({ ...customerField, video_id: schemas.videoId }),
    response: answersResponse,
  },
  saveExtraAnswers: {
    ...outboxCall('/api/save-extra-answers'),
    body: v.strictObject({
      ...customerField,
      extra_module_id: schemas.extraModuleId,
      answers: schemas.answers,
    }),
    response: v.object(receiptField),
  },
  getExtraAnswers: {
    ...customerCall('/api/get-extra-answers'),
    body: v.strictObject({ ...customerField, extra_module_id: schemas.extraModuleId }),
    response: answersResponse,
  },
  checkSurvey: {
    ...customerCall('/api/check-survey'),
    body: v.strictObject({ ...customerField, video_id: schemas.videoId }),
    response: v.object({ answered: v.boolean() }),
  },
} as const

/** A position in a video. No video is longer than a day. */
const seconds = v.pipe(v.number(), v.minValue(0), v.maxValue(86_400))
/** The start and the end of each watched segment of a video. */
const watchedSegments = v.pipe(v.array(v.strictTuple([seconds, seconds])), v.maxLength(200))

/** A coach's progress in a module, on all devices. */
const moduleProgress = v.object({
  module_id: v.string(),
  started_at: v.nullable(schemas.timestamp),
  /** Merged and in ascending order, or empty for a module without a video. */
  watched: watchedSegments,
  /** Where the coach last stopped, or null if they never stopped or have reached the end. */
  position: v.nullable(seconds),
  /** When nine tenths of the video were watched, or the end of the text was reached. */
  finished_at: v.nullable(schemas.timestamp),
  /** Whether all questions that check what a coach learned are answered. */
  checked: v.boolean(),
  /** Whether all other required questions are answered. */
  reflected: v.boolean(),
})
export type ModuleProgress = v.InferOutput<typeof moduleProgress>

/** The calls about a coach's progress in the modules. */
export const progressApi = {
  saveProgress: {
    ...outboxCall('/api/save-progress'),
    body: v.strictObject({
      ...customerField,
      module_id: schemas.moduleId,
      watched: watchedSegments,
      /** Where the coach stopped, or null at the end of the video, and without a video. */
      position: v.nullable(seconds),
      /** Whether the end of the text was reached. */
      read: v.boolean(),
    }),
    response: v.object(receiptField),
  },
  statusSurvey: {
    ...customerCall('/api/status-survey'),
    body: v.strictObject(customerField),
    response: v.object({
      surveys: v.array(v.object({ module_id: v.string(), answered_at: schemas.timestamp })),
      modules: v.array(v.object({ module_id: v.string(), completed_at: schemas.timestamp })),
      /** Older versions of the server omit it. */
      progress: v.optional(v.array(moduleProgress), []),
    }),
  },
} as const
