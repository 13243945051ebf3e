import * as v from 'valibot'
import type { OutboxCall } from '../../contract/product-api.ts'
import { answers, extraModuleId, videoId } from '../../contract/shared-schemas.ts'
import { createEventRow, type OutboxRequest } from './event-row.ts'
import { progressLane, getSurveyLane } from './lane-names.ts'

/** Creates a request whose body has the shape of an older version of the contract. */
const createOlderRequest = (call: OutboxCall, body: object): OutboxRequest =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an older shape, which the server reads by its version
  ({ call, body }) as OutboxRequest

/** Answers as a record by question, as in version 1 of the contract. */
const answerRecord = v.record(v.string(), v.union([v.string(), v.array(v.string())]))
/** Answers as a list whose values are lists, as in version 2 of the contract. */
const answerList = v.array(v.object({ question: v.string(), value: v.array(v.string()) }))

const createSurvey = (schemaVersion: number, answersSchema: typeof answerRecord | typeof answerList) =>
  createEventRow({
    calls: ['saveAnswers'],
    schemaVersion,
    payload: v.object({ video_id: videoId, answers: answersSchema }),
    title: 'outbox.event.surveyAnswered',
    subject: ({ video_id }) => video_id,
    lane: ({ video_id }) => getSurveyLane(video_id),
    request: (payload, customer_id) => createOlderRequest('saveAnswers', { customer_id, ...payload }),
  })

const createExtraSurvey = (schemaVersion: number, answersSchema: typeof answerRecord | typeof answerList) =>
  createEventRow({
    calls: ['saveExtraAnswers'],
    schemaVersion,
    payload: v.object({ extra_module_id: extraModuleId, answers: answersSchema }),
    title: 'outbox.event.surveyAnswered',
    subject: ({ extra_module_id }) => extra_module_id,
    lane: ({ extra_module_id }) => getSurveyLane(extra_module_id),
    request: (payload, customer_id) => createOlderRequest('saveExtraAnswers', { customer_id, ...payload }),
  })

/**
 * Events that screens no longer capture. A phone may hold an entry for months. It is sent in the shape that
 * it was captured in, because the server may already have received these bytes under its key.
 */
export const olderEvents = {
  'survey.saved.v1': createSurvey(1, answerRecord),
  'survey.saved.v2': createSurvey(2, answerList),
  /** Without the answers to the questions that check what a coach learned. */
  'survey.answered.v1': createEventRow({
    calls: ['saveAnswers'],
    schemaVersion: 3,
    payload: v.strictObject({ video_id: videoId, answers }),
    title: 'outbox.event.surveyAnswered',
    subject: ({ video_id }) => video_id,
    lane: ({ video_id }) => getSurveyLane(video_id),
    request: (payload, customer_id) => createOlderRequest('saveAnswers', { customer_id, ...payload }),
  }),
  'extra-survey.saved.v1': createExtraSurvey(1, answerRecord),
  'extra-survey.saved.v2': createExtraSurvey(2, answerList),
  'extra-survey.answered.v1': createEventRow({
    calls: ['saveExtraAnswers'],
    schemaVersion: 3,
    payload: v.strictObject({ extra_module_id: extraModuleId, answers }),
    title: 'outbox.event.surveyAnswered',
    subject: ({ extra_module_id }) => extra_module_id,
    lane: ({ extra_module_id }) => getSurveyLane(extra_module_id),
    request: (payload, customer_id) => createOlderRequest('saveExtraAnswers', { customer_id, ...payload }),
  }),
  /** Only for modules with a video. `complete` means that the coach watched the video. */
  'module.progressed.v1': createEventRow({
    calls: ['saveModulesEvents'],
    schemaVersion: 3,
    payload: v.strictObject({
      video_id: videoId,
      type: v.picklist(['module', 'video']),
      action: v.picklist(['start', 'complete']),
    }),
    title: 'outbox.event.progressed',
    subject: ({ video_id }) => video_id,
    lane: () => progressLane,
    request: (payload, customer_id) => createOlderRequest('saveModulesEvents', { customer_id, ...payload }),
  }),
  'video.watched.v1': createEventRow({
    calls: ['saveModulesEvents'],
    schemaVersion: 1,
    payload: v.strictObject({ video_id: videoId, action: v.picklist(['start', 'complete']) }),
    title: 'outbox.event.progressed',
    subject: ({ video_id }) => video_id,
    lane: () => progressLane,
    request: (payload, customer_id) => createOlderRequest('saveModulesEvents', { customer_id, ...payload }),
  }),
}
