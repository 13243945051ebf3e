import * as v from 'valibot'
import { asked, mine, received, saved } from './api-call.ts'
import * as shape from '../shapes.ts'

const answered = v.object({ answers: v.nullable(shape.answers), answered_at: v.nullable(shape.timestamp) })

/** The surveys of the modules: their answers, and how far a coach is. */
export const answerApi = {
  saveAnswers: {
    ...saved('/api/save-answers', "Stores the answers to a video module's survey. The newest wins."),
    body: v.strictObject({ ...mine, video_id: shape.videoId, answers: shape.answers }),
    answer: v.object(received),
  },
  getAnswers: {
    ...asked('/api/get-answers', "The answers to a video module's survey, or null."),
    body: v.strictObject({ ...mine, video_id: shape.videoId }),
    answer: answered,
  },
  saveExtraAnswers: {
    ...saved('/api/save-extra-answers', "Stores the answers to an extra module's survey. The newest wins."),
    body: v.strictObject({ ...mine, extra_module_id: shape.extraModuleId, answers: shape.answers }),
    answer: v.object(received),
  },
  getExtraAnswers: {
    ...asked('/api/get-extra-answers', "The answers to an extra module's survey, or null."),
    body: v.strictObject({ ...mine, extra_module_id: shape.extraModuleId }),
    answer: answered,
  },
  checkSurvey: {
    ...asked('/api/check-survey', "Whether a video module's survey was answered."),
    body: v.strictObject({ ...mine, video_id: shape.videoId }),
    answer: v.object({ answered: v.boolean() }),
  },
  statusSurvey: {
    ...asked('/api/status-survey', "The coach's progress: every answered survey and every completed module."),
    body: v.strictObject(mine),
    answer: v.object({
      surveys: v.array(v.object({ module_id: v.string(), answered_at: shape.timestamp })),
      modules: v.array(v.object({ module_id: v.string(), completed_at: shape.timestamp })),
    }),
  },
  export: {
    method: 'GET',
    path: '/api/export/',
    access: 'admin',
    delivery: 'direct',
    summary: 'The answers of a country as CSV (`?country=BR`), for admins.',
    body: v.strictObject({ country: shape.country }),
    answer: v.string(),
  },
} as const
