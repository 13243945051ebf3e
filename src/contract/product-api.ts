import * as v from 'valibot'
import * as shape from './shapes.ts'

/**
 * Every call of the product API, one row each (specification §7). The typed client, the server's handlers, request
 * validation and the OpenAPI document all come from this table. Shapes that the specification leaves open are ours.
 *
 * `access`: who may call. `customer` also means that `customer_id` in the body must be the session's own.
 * `delivery: 'outbox'`: carries an `Idempotency-Key`, is written exactly once, and a replay gets the stored answer.
 */
export type ApiCall = {
  method: 'GET' | 'POST'
  path: `/api/${string}`
  access: 'anyone' | 'customer' | 'admin'
  delivery: 'direct' | 'outbox'
  body: v.GenericSchema<unknown, unknown>
  answer: v.GenericSchema<unknown, unknown>
  summary: string
}

const mine = { customer_id: shape.customerId }
const received = v.object({ receipt: shape.receipt })
const saved = (path: `/api/${string}`, summary: string) =>
  ({ method: 'POST', path, access: 'customer', delivery: 'outbox', summary }) as const
const asked = (path: `/api/${string}`, summary: string) =>
  ({ method: 'POST', path, access: 'customer', delivery: 'direct', summary }) as const
const open = (path: `/api/${string}`, summary: string) =>
  ({ method: 'POST', path, access: 'anyone', delivery: 'direct', summary }) as const

const event = v.strictObject({
  ...mine,
  event_id: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
  value: shape.shortText,
})
const impact = {
  numberOfPeople: shape.numberOfPeople,
  youngFemale: shape.shortText,
  sportType: shape.shortText,
}
const certificateOf = v.strictObject({ ...mine, course_id: shape.courseId })
const answered = v.object({ answers: v.nullable(shape.answers), answered_at: v.nullable(shape.timestamp) })

/** Either the certificate, or the modules that still miss their survey. */
const certificateAnswer = {
  certificate: v.nullable(shape.certificate),
  missing: v.array(v.string()),
}

export const productApi = {
  csrfCookie: {
    method: 'GET',
    path: '/api/sanctum/csrf-cookie',
    access: 'anyone',
    delivery: 'direct',
    summary: 'Sets the XSRF-TOKEN cookie and tells its value; every POST repeats it as X-XSRF-TOKEN.',
    body: v.undefined(),
    answer: v.object({ token: v.string() }),
  },
  login: {
    ...open(
      '/api/login',
      'Exchanges an identity token for a product session of 30 days in an HttpOnly cookie.',
    ),
    body: v.strictObject({ authToken: shape.token, locale: shape.localeCode, device: shape.deviceId }),
    answer: v.object({ customer: shape.customer }),
  },
  logout: {
    ...open('/api/logout', 'Ends the product session of this browser.'),
    body: v.strictObject({}),
    answer: v.object({ ended: v.boolean() }),
  },
  customers: {
    ...saved('/api/customers', 'Stores what a coach told at sign-up; `token` is the user id.'),
    body: v.strictObject(shape.registration),
    answer: received,
  },
  getCustomer: {
    ...open('/api/get-customer', 'Looks the customer of an identity token up, or creates it.'),
    body: v.strictObject({
      token: shape.customerId,
      authToken: shape.token,
      language: shape.language,
      country: shape.country,
      company: shape.shortText,
      email: v.pipe(v.string(), v.email(), v.maxLength(254)),
    }),
    answer: v.object({ data: shape.customer }),
  },
  checkCustomer: {
    ...open(
      '/api/check-customer',
      'Called after sign-in: whether the customer of an access token is known and registered.',
    ),
    body: v.strictObject({
      token: shape.customerId,
      country: shape.country,
      language: shape.language,
      accessToken: shape.token,
    }),
    answer: v.object({ known: v.boolean(), registered: v.boolean() }),
  },
  events: {
    ...saved('/api/events', 'Records an event; 1 is a sign-in and 2 a sign-up.'),
    body: event,
    answer: received,
  },
  saveEvents: {
    ...saved('/api/save-events', 'Records an event; the twin of /api/events.'),
    body: event,
    answer: received,
  },
  saveImpact: {
    ...saved('/api/save-impact', 'Stores whom the coach reaches. The newest wins.'),
    body: v.strictObject({ ...mine, ...impact }),
    answer: received,
  },
  getImpact: {
    ...asked('/api/get-impact', 'Whom the coach reaches, or null when it was never told.'),
    body: v.strictObject(mine),
    answer: v.object({ impact: v.nullable(v.object(impact)) }),
  },
  saveAnswers: {
    ...saved('/api/save-answers', "Stores the answers to a video module's survey. The newest wins."),
    body: v.strictObject({ ...mine, video_id: shape.videoId, answers: shape.answers }),
    answer: received,
  },
  getAnswers: {
    ...asked('/api/get-answers', "The answers to a video module's survey, or null."),
    body: v.strictObject({ ...mine, video_id: shape.videoId }),
    answer: answered,
  },
  saveExtraAnswers: {
    ...saved('/api/save-extra-answers', "Stores the answers to an extra module's survey. The newest wins."),
    body: v.strictObject({ ...mine, extra_module_id: shape.extraModuleId, answers: shape.answers }),
    answer: received,
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
  saveModulesEvents: {
    ...saved('/api/save-modules-events', 'Records what a coach did with a module or its video.'),
    body: v.strictObject({
      ...mine,
      video_id: shape.videoId,
      type: v.picklist(['module', 'video']),
      action: v.picklist(['start', 'complete']),
    }),
    answer: received,
  },
  checkCertificate: {
    ...saved(
      '/api/check-certificate',
      'Requests the certificate of a course: issued when every survey is answered.',
    ),
    body: v.strictObject({ ...certificateOf.entries, isFIFA: v.boolean() }),
    answer: v.object({ receipt: shape.receipt, ...certificateAnswer }),
  },
  checkCertificate2: {
    ...asked('/api/check-certificate2', 'Whether the certificate of a course was issued; issues nothing.'),
    body: certificateOf,
    answer: v.object(certificateAnswer),
  },
  checkFifaCertificate: {
    ...saved('/api/check-fifa-certificate', 'Requests the certificate of a football course.'),
    body: certificateOf,
    answer: v.object({ receipt: shape.receipt, ...certificateAnswer }),
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
  newFields: {
    ...saved('/api/newFields', 'Stores further fields of a customer by name. The newest of each wins.'),
    body: v.strictObject({
      ...mine,
      fields: v.pipe(
        v.record(v.pipe(v.string(), v.regex(/^[a-zA-Z]\w{0,63}$/)), shape.shortText),
        v.maxEntries(50),
      ),
    }),
    answer: received,
  },
  tokenValidation: {
    ...open('/api/token-validation', 'Whether an access token is still valid; false when it is absent.'),
    body: v.strictObject({ accessToken: v.optional(shape.token) }),
    answer: v.object({ valid: v.boolean() }),
  },
  resetTokens: {
    ...open('/api/reset-tokens', 'Ends every product session of the customer of an access token.'),
    body: v.strictObject({ accessToken: shape.token }),
    answer: v.object({ ended: v.number() }),
  },
  storageIdentity: {
    ...open('/api/storage-identity', 'Vouches for a coach of the loyalty provider at the identity pool.'),
    body: v.strictObject({ accessToken: shape.token }),
    answer: v.object({ identityId: v.string(), token: shape.token }),
  },
} as const satisfies Record<string, ApiCall>

export type ProductApi = typeof productApi
export type CallName = keyof ProductApi
export type BodyOf<N extends CallName> = v.InferInput<ProductApi[N]['body']>
export type AnswerOf<N extends CallName> = v.InferOutput<ProductApi[N]['answer']>

/** The calls that go through the outbox. */
export type OutboxCall = { [N in CallName]: ProductApi[N]['delivery'] extends 'outbox' ? N : never }[CallName]

/** The header names of the product API. */
export const headers = {
  csrf: 'X-XSRF-TOKEN',
  idempotencyKey: 'Idempotency-Key',
  idempotentReplay: 'Idempotent-Replay',
  requestId: 'X-Request-Id',
} as const

/** Cookie names; the session cookie is HttpOnly, lives 30 days, and has the prefix `__Host-` under TLS. */
export const cookies = { csrf: 'XSRF-TOKEN', session: 'bb_session' } as const
export const sessionDays = 30
