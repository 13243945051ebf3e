import * as v from 'valibot'
import { adminQuery, customerCall, ofCustomer, outboxCall, withReceipt } from './api-call.ts'
import * as shape from '../shapes.ts'

const answered = v.object({
  answers: v.nullable(shape.answers),
  answered_at: v.nullable(shape.timestamp),
  /** Answers from the session's device that do not count, because another device sent later ones. */
  replaced: v.optional(v.object({ answers: shape.answers, answered_at: shape.timestamp })),
})

/** Calls about the answers to the modules' surveys. */
export const surveyApi = {
  saveAnswers: {
    ...outboxCall(
      '/api/save-answers',
      "Stores the answers to a video module's survey. Those captured last win.",
    ),
    body: v.strictObject({ ...ofCustomer, video_id: shape.videoId, answers: shape.answers }),
    response: v.object(withReceipt),
  },
  getAnswers: {
    ...customerCall('/api/get-answers', "The answers to a video module's survey, or null."),
    body: v.strictObject({ ...ofCustomer, video_id: shape.videoId }),
    response: answered,
  },
  saveExtraAnswers: {
    ...outboxCall(
      '/api/save-extra-answers',
      "Stores the answers to an extra module's survey. Those captured last win.",
    ),
    body: v.strictObject({ ...ofCustomer, extra_module_id: shape.extraModuleId, answers: shape.answers }),
    response: v.object(withReceipt),
  },
  getExtraAnswers: {
    ...customerCall('/api/get-extra-answers', "The answers to an extra module's survey, or null."),
    body: v.strictObject({ ...ofCustomer, extra_module_id: shape.extraModuleId }),
    response: answered,
  },
  checkSurvey: {
    ...customerCall('/api/check-survey', "Whether a video module's survey was answered."),
    body: v.strictObject({ ...ofCustomer, video_id: shape.videoId }),
    response: v.object({ answered: v.boolean() }),
  },
  export: {
    ...adminQuery('/api/export/', 'The answers of a country as CSV (`?country=BR`), for admins.'),
    body: v.strictObject({ country: shape.country }),
    response: v.string(),
  },
} as const

/** In s. No video is longer than a day. */
const seconds = v.pipe(v.number(), v.minValue(0), v.maxValue(86_400))
/** The watched segments of a video, from and to. */
const watched = v.pipe(v.array(v.strictTuple([seconds, seconds])), v.maxLength(200))

/** A coach's progress in a module, across all their devices. */
const moduleProgress = v.object({
  module_id: v.string(),
  started_at: v.nullable(shape.timestamp),
  /** Merged and in order; empty for a module without a video. */
  watched,
  /** Where the coach last stopped; null if they never stopped or have reached the end. */
  position: v.nullable(seconds),
  /** When nine tenths of the video were watched, or the end of the text was reached. */
  finished_at: v.nullable(shape.timestamp),
  /** Whether all questions that check what a coach learned are answered. */
  checked: v.boolean(),
  /** Whether all other required questions are answered. */
  reflected: v.boolean(),
})
export type ModuleProgress = v.InferOutput<typeof moduleProgress>

/** Calls about a coach's progress in the modules. */
export const progressApi = {
  saveProgress: {
    ...outboxCall(
      '/api/save-progress',
      'Stores which stretches of a film were watched, or that a text was read to its end. Those of all devices are merged.',
    ),
    body: v.strictObject({
      ...ofCustomer,
      module_id: shape.moduleId,
      watched,
      /** Where the coach stopped; null at the end of the video, and without a video. */
      position: v.nullable(seconds),
      /** The end of the text was reached. */
      read: v.boolean(),
    }),
    response: v.object(withReceipt),
  },
  statusSurvey: {
    ...customerCall(
      '/api/status-survey',
      "The coach's progress: every answered survey, every completed module, and how far each module is.",
    ),
    body: v.strictObject(ofCustomer),
    response: v.object({
      surveys: v.array(v.object({ module_id: v.string(), answered_at: shape.timestamp })),
      modules: v.array(v.object({ module_id: v.string(), completed_at: shape.timestamp })),
      /** Missing in responses of the previous server version. */
      progress: v.optional(v.array(moduleProgress), []),
    }),
  },
} as const
