import * as v from 'valibot'
import { customerCall, ofCustomer, withReceipt, outboxCall } from './api-call.ts'
import * as shape from '../shapes.ts'

/** s; no film is longer than a day */
const seconds = v.pipe(v.number(), v.minValue(0), v.maxValue(86_400))
/** Stretches of a film that were watched, from and to. */
const watched = v.pipe(v.array(v.strictTuple([seconds, seconds])), v.maxLength(200))

/** How far a coach is with a module, over all their devices. */
const moduleProgress = v.object({
  module_id: v.string(),
  started_at: v.nullable(shape.timestamp),
  /** Merged, in order; empty for a module that is read. */
  watched,
  /** Where the coach stopped last; null when they never did, or have seen the end. */
  position: v.nullable(seconds),
  /** At least nine tenths of the film were watched, or the end of the text was reached. */
  finished_at: v.nullable(shape.timestamp),
  /** The questions that check what was learned are answered, all of them. */
  checked: v.boolean(),
  /** Everything else that the module asks is answered. */
  reflected: v.boolean(),
})
export type ModuleProgress = v.InferOutput<typeof moduleProgress>

/** What a coach has done of the modules. */
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
      /** Where the coach stopped; null at the end of the film, and where there is none. */
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
      /** A copy of the server of the version before does not say it. */
      progress: v.optional(v.array(moduleProgress), []),
    }),
  },
} as const
