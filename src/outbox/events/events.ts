import * as v from 'valibot'
import { coachApi } from '../../contract/product-api/coach-api.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import type { Entry, Reason } from '../entry/entry.ts'
import { createEventRow, type OutboxRequest } from './event-row.ts'
import { getCertificateLane, listRequiredLanes, progressLane, getSurveyLane } from './lane-names.ts'
import { olderEvents } from './older-events.ts'

const {
  customers,
  nameCertificate,
  saveAnswers,
  saveExtraAnswers,
  saveImpact,
  saveModulesEvents,
  saveProgress,
  newFields,
} = coachApi

/**
 * The titles that a coach sees for event ids. Ids 1 and 2 are from §9 of the specification, the others from
 * `src/analytics/events.ts`.
 */
const titleBySubject = {
  'event-1': 'outbox.event.signIn',
  'event-2': 'outbox.event.signUp',
  'event-3': 'outbox.event.courseCompleted',
  'event-4': 'outbox.event.passwordChanged',
  'event-5': 'outbox.event.signedOut',
  'event-6': 'outbox.event.signedOutEverywhere',
} as const

/**
 * Logged events that only record a sign-up, sign-in or sign-out. No coach waits for them, because the action
 * itself is already complete, and the answers of a sign-up are sent separately.
 */
const sessionSubjects = new Set<string | undefined>([
  'event-1',
  'event-2',
  'event-5',
  'event-6',
] satisfies (keyof typeof titleBySubject)[])

/** Creates the row of an action that is sent as a numeric id. The product API has two equal calls for it. */
const createLoggedEvent = (call: 'events' | 'saveEvents') =>
  createEventRow({
    calls: [call],
    schemaVersion: 3,
    payload: v.omit(coachApi.events.body, ['customer_id']),
    title: 'outbox.event.logged',
    titles: titleBySubject,
    subject: ({ event_id }) => `event-${event_id}`,
    lane: () => 'events',
    request: (payload, customer_id) => ({ call, body: { customer_id, ...payload } }),
  })

/**
 * The event catalogue: every event that a device captures, with the call that delivers it. A phone may hold
 * an entry for months, so rows never change. A new shape gets the next version, and its old row moves to the
 * file `older-events.ts`. The type `EventRow` describes the columns.
 */
export const events = {
  'event.logged.v1': createLoggedEvent('events'),
  'event.saved.v1': createLoggedEvent('saveEvents'),
  'module.progressed.v2': createEventRow({
    calls: ['saveModulesEvents'],
    schemaVersion: 8,
    payload: v.omit(saveModulesEvents.body, ['customer_id']),
    title: 'outbox.event.progressed',
    subject: ({ video_id }) => video_id,
    lane: () => progressLane,
    request: (payload, customer_id) => ({ call: 'saveModulesEvents', body: { customer_id, ...payload } }),
  }),
  'module.watched.v1': createEventRow({
    calls: ['saveProgress'],
    schemaVersion: 8,
    payload: v.omit(saveProgress.body, ['customer_id']),
    title: 'outbox.event.watched',
    subject: ({ module_id }) => module_id,
    lane: () => progressLane,
    request: (payload, customer_id) => ({ call: 'saveProgress', body: { customer_id, ...payload } }),
  }),
  'survey.answered.v2': createEventRow({
    calls: ['saveAnswers'],
    schemaVersion: 8,
    payload: v.omit(saveAnswers.body, ['customer_id']),
    title: 'outbox.event.surveyAnswered',
    subject: ({ video_id }) => video_id,
    lane: ({ video_id }) => getSurveyLane(video_id),
    request: (payload, customer_id) => ({ call: 'saveAnswers', body: { customer_id, ...payload } }),
  }),
  'extra-survey.answered.v2': createEventRow({
    calls: ['saveExtraAnswers'],
    schemaVersion: 8,
    payload: v.omit(saveExtraAnswers.body, ['customer_id']),
    title: 'outbox.event.surveyAnswered',
    subject: ({ extra_module_id }) => extra_module_id,
    lane: ({ extra_module_id }) => getSurveyLane(extra_module_id),
    request: (payload, customer_id) => ({ call: 'saveExtraAnswers', body: { customer_id, ...payload } }),
  }),
  'impact.saved.v1': createEventRow({
    calls: ['saveImpact'],
    schemaVersion: 3,
    payload: v.omit(saveImpact.body, ['customer_id']),
    title: 'outbox.event.impactSaved',
    lane: () => 'impact',
    request: (payload, customer_id) => ({ call: 'saveImpact', body: { customer_id, ...payload } }),
  }),
  'fields.saved.v1': createEventRow({
    calls: ['newFields'],
    schemaVersion: 3,
    payload: v.omit(newFields.body, ['customer_id']),
    title: 'outbox.event.fieldsSaved',
    lane: () => 'fields',
    request: (payload, customer_id) => ({ call: 'newFields', body: { customer_id, ...payload } }),
  }),
  'certificate.requested.v1': createEventRow({
    calls: ['checkCertificate', 'checkFifaCertificate'],
    schemaVersion: 3,
    payload: v.omit(coachApi.checkCertificate.body, ['customer_id']),
    title: 'outbox.event.certificateRequested',
    subject: ({ course_id }) => course_id,
    lane: ({ course_id }) => getCertificateLane(course_id),
    // The server issues the certificate once every module is complete, so the coach's work must arrive first.
    after: ({ course_id }) => listRequiredLanes(course_id),
    request: ({ course_id, isFIFA }, customer_id) =>
      isFIFA
        ? { call: 'checkFifaCertificate', body: { customer_id, course_id } }
        : { call: 'checkCertificate', body: { customer_id, course_id, isFIFA } },
  }),
  'certificate.named.v1': createEventRow({
    calls: ['nameCertificate'],
    schemaVersion: 8,
    payload: v.omit(nameCertificate.body, ['customer_id']),
    title: 'outbox.event.certificateNamed',
    subject: ({ course_id }) => course_id,
    lane: ({ course_id }) => getCertificateLane(course_id),
    request: (payload, customer_id) => ({ call: 'nameCertificate', body: { customer_id, ...payload } }),
  }),
  'customer.registered.v1': createEventRow({
    calls: ['customers'],
    schemaVersion: 3,
    payload: v.omit(customers.body, ['token']),
    title: 'outbox.event.registered',
    lane: () => 'registration',
    // In this body, the customer id is named `token`.
    request: (payload, customer_id) => ({ call: 'customers', body: { token: customer_id, ...payload } }),
  }),
}

/** Events that screens capture. */
export type EventName = keyof typeof events
export type PayloadOf<N extends EventName> = v.InferInput<(typeof events)[N]['payload']>

/** Every event that an entry on this device can have. */
export const knownEvents = { ...olderEvents, ...events }
type KnownEvent = keyof typeof knownEvents

/** Whether this version of the app can send an event of this name. */
export const isKnownEvent = (name: string): name is KnownEvent => Object.hasOwn(knownEvents, name)

/** Returns the request of an entry, or the reason why this version of the app cannot send it. */
export const createRequest = ({ name, payload, customer }: Entry): Result<OutboxRequest, Reason> => {
  if (!isKnownEvent(name)) return fail({ code: 'unknown-event', status: 0 })
  const prepared = knownEvents[name].prepare(payload, customer)
  if (prepared.ok) return ok(prepared.value.request)
  return fail({ code: 'broken-payload', status: 0, ...(prepared.error && { path: prepared.error }) })
}

/** Returns the subject of an event, if any: the id of a module or a course, or the kind of the event. */
export const findSubject = ({ name, payload }: { name: string; payload?: unknown }): string | undefined =>
  isKnownEvent(name) ? knownEvents[name].subject(payload) : undefined

/** The calls that carry progress, in any version of the app. */
const progressCalls = new Set<string>(['saveModulesEvents', 'saveProgress'])

/** Whether an event records progress, a sign-up, a sign-in or a sign-out, which no coach waits for. */
export const isAutomatic = (entry: { name: string; payload?: unknown }): boolean =>
  isKnownEvent(entry.name) &&
  (knownEvents[entry.name].calls.some((call) => progressCalls.has(call)) ||
    sessionSubjects.has(findSubject(entry)))

/** Whether an event carries the answers of a survey, in any version of the app. */
export const isSurveyEvent = (name: string): boolean =>
  isKnownEvent(name) &&
  knownEvents[name].calls.some((call) => call === 'saveAnswers' || call === 'saveExtraAnswers')
