import * as v from 'valibot'
import { courses } from '../config/courses.ts'
import { productApi, type BodyOf, type OutboxCall } from '../contract/product-api.ts'
import { fail, ok, type Result } from '../lib/result.ts'

/** A call of the product API, ready to be sent. */
export type OutboxRequest = { [N in OutboxCall]: { call: N; body: BodyOf<N> } }[OutboxCall]

/** What an event becomes when its payload is right. */
export type PreparedEvent = {
  /** As the schema of the event wants it: the payload that is kept. */
  payload: unknown
  /** Events of one lane reach the server in the order they were captured. */
  lane: string
  /** Further lanes whose earlier events must have reached the server before this one. */
  after: string[]
  request: OutboxRequest
}

type Row<Payload extends v.GenericSchema, Title extends string> = {
  calls: readonly OutboxCall[]
  payload: Payload
  /** Message id */
  title: Title
  /** The id of the module or course it is about, to tell entries of one name apart. */
  subject?: (payload: v.InferOutput<Payload>) => string
  lane: (payload: v.InferOutput<Payload>) => string
  after?: (payload: v.InferOutput<Payload>) => string[]
  request: (payload: v.InferOutput<Payload>, customer: string) => OutboxRequest
}

/** One row of the catalogue; the path of the first field that is wrong is the failure. */
const event = <Payload extends v.GenericSchema, Title extends `outbox.event.${string}`>(
  row: Row<Payload, Title>,
) => ({
  calls: row.calls,
  payload: row.payload,
  title: row.title,
  subject: (payload: unknown): string | undefined => {
    const parsed = v.safeParse(row.payload, payload)
    return parsed.success ? row.subject?.(parsed.output) : undefined
  },
  prepare: (payload: unknown, customer: string): Result<PreparedEvent, string> => {
    const parsed = v.safeParse(row.payload, payload)
    if (!parsed.success) return fail(v.getDotPath(parsed.issues[0]) ?? '')
    return ok({
      payload: parsed.output,
      lane: row.lane(parsed.output),
      after: row.after?.(parsed.output) ?? [],
      request: row.request(parsed.output, customer),
    })
  },
})

const surveyLane = (module: string) => `survey:${module}`
const modulesOf = (course: string) =>
  courses.flatMap(({ id, modules }) => (id === course ? modules.map((module) => module.id) : []))

const { customers, saveAnswers, saveExtraAnswers, saveImpact, saveModulesEvents, newFields } = productApi
const logged = v.omit(productApi.events.body, ['customer_id'])

/**
 * The event catalogue: every event that a device captures, with the call that delivers it. A phone may hold an entry for
 * months, so a row is never changed: a new form gets the next version and the old row stays.
 */
export const events = {
  'event.logged.v1': event({
    calls: ['events'],
    payload: logged,
    title: 'outbox.event.logged',
    lane: () => 'events',
    request: (payload, customer_id) => ({ call: 'events', body: { customer_id, ...payload } }),
  }),
  'event.saved.v1': event({
    calls: ['saveEvents'],
    payload: logged,
    title: 'outbox.event.logged',
    lane: () => 'events',
    request: (payload, customer_id) => ({ call: 'saveEvents', body: { customer_id, ...payload } }),
  }),
  'module.progressed.v1': event({
    calls: ['saveModulesEvents'],
    payload: v.omit(saveModulesEvents.body, ['customer_id']),
    title: 'outbox.event.progressed',
    subject: ({ video_id }) => video_id,
    lane: () => 'progress',
    request: (payload, customer_id) => ({ call: 'saveModulesEvents', body: { customer_id, ...payload } }),
  }),
  'survey.answered.v1': event({
    calls: ['saveAnswers'],
    payload: v.omit(saveAnswers.body, ['customer_id']),
    title: 'outbox.event.surveyAnswered',
    subject: ({ video_id }) => video_id,
    lane: ({ video_id }) => surveyLane(video_id),
    request: (payload, customer_id) => ({ call: 'saveAnswers', body: { customer_id, ...payload } }),
  }),
  'extra-survey.answered.v1': event({
    calls: ['saveExtraAnswers'],
    payload: v.omit(saveExtraAnswers.body, ['customer_id']),
    title: 'outbox.event.surveyAnswered',
    subject: ({ extra_module_id }) => extra_module_id,
    lane: ({ extra_module_id }) => surveyLane(extra_module_id),
    request: (payload, customer_id) => ({ call: 'saveExtraAnswers', body: { customer_id, ...payload } }),
  }),
  'impact.saved.v1': event({
    calls: ['saveImpact'],
    payload: v.omit(saveImpact.body, ['customer_id']),
    title: 'outbox.event.impactSaved',
    lane: () => 'impact',
    request: (payload, customer_id) => ({ call: 'saveImpact', body: { customer_id, ...payload } }),
  }),
  'fields.saved.v1': event({
    calls: ['newFields'],
    payload: v.omit(newFields.body, ['customer_id']),
    title: 'outbox.event.fieldsSaved',
    lane: () => 'fields',
    request: (payload, customer_id) => ({ call: 'newFields', body: { customer_id, ...payload } }),
  }),
  'certificate.requested.v1': event({
    calls: ['checkCertificate', 'checkFifaCertificate'],
    payload: v.omit(productApi.checkCertificate.body, ['customer_id']),
    title: 'outbox.event.certificateRequested',
    subject: ({ course_id }) => course_id,
    lane: ({ course_id }) => `certificate:${course_id}`,
    // The server issues it when every survey is answered: it must know the answers first.
    after: ({ course_id }) => modulesOf(course_id).map(surveyLane),
    request: ({ course_id, isFIFA }, customer_id) =>
      isFIFA
        ? { call: 'checkFifaCertificate', body: { customer_id, course_id } }
        : { call: 'checkCertificate', body: { customer_id, course_id, isFIFA } },
  }),
  'customer.registered.v1': event({
    calls: ['customers'],
    payload: v.omit(customers.body, ['token']),
    title: 'outbox.event.registered',
    lane: () => 'registration',
    request: (payload, token) => ({ call: 'customers', body: { token, ...payload } }),
  }),
}

export type EventName = keyof typeof events
/** What a screen passes to `outbox.add`. */
export type PayloadOf<N extends EventName> = v.InferInput<(typeof events)[N]['payload']>

/** Whether a text names an event that this version of the app knows. */
export const isEventName = (name: string): name is EventName => Object.hasOwn(events, name)

/** The id of the module or course that a kept event is about, if it is about one. */
export const subjectOf = ({ name, payload }: { name: string; payload?: unknown }): string | undefined =>
  isEventName(name) ? events[name].subject(payload) : undefined
