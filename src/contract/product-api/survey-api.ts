import * as v from 'valibot'
import { adminQuery, customerCall, ofCustomer, withReceipt, outboxCall } from './api-call.ts'
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
