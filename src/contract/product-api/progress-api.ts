import * as v from 'valibot'
import { customerCall, ofCustomer, withReceipt, outboxCall } from './api-call.ts'
import * as shape from '../shapes.ts'

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
