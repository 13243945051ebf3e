import * as v from 'valibot'
import { customerCall, customerField } from './api-call.ts'
import { healthLimits } from './health-limits.ts'
import { maxFrames, maxMessageLength, reducedFrame, reduceMessage } from './reduced-error.ts'
import { appVersion } from './sync-report.ts'

// The health of the app on a device: errors, slowness and outcomes of uploads. It contains no customer data.

/** The measures of loading and responsiveness (web.dev/vitals), in ms. CLS, the layout shift, has no unit. */
export const vitalNames = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'] as const
export type VitalName = (typeof vitalNames)[number]

/** Where code of the app runs. */
export const errorPlaces = ['page', 'worker', 'service-worker'] as const
export type ErrorPlace = (typeof errorPlaces)[number]

/**
 * The outcomes of uploads. `retried` and `signed-again` count automatic repeats, after a failed request or a
 * refused signature.
 */
export const uploadOutcomes = ['completed', 'paused', 'cancelled', 'retried', 'signed-again'] as const
/** Why uploads pause. `PauseReason` in `src/uploads/task.ts` explains the values. */
export const pauseReasons = [
  'you',
  'offline',
  'wifi-needed',
  'data-saver',
  'sign-in-needed',
  'foreign-answer',
  'file-needed',
  'already-stored',
  'server-refused',
  'storage-full',
] as const

/**
 * Why a request was automatically sent or signed again. `StorageFailure` in
 * `src/workers/upload/transport/storage-failure.ts` explains the values. The schemas below accept others, too,
 * and the server counts by this list.
 */
export const retryReasons = [
  'unreachable',
  'provider-away',
  'stalled',
  'busy',
  'credentials-refused',
  'clock-skewed',
  'foreign-answer',
] as const

const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(healthLimits.count))
/**
 * A value of a list that newer versions of the app may extend. The server counts unknown values as `other`.
 */
export const extensibleValue = v.pipe(v.string(), v.regex(/^[\w-]{1,32}$/))
/** A route pattern of `src/config/pages.ts`, never a URL. */
const route = v.pipe(v.string(), v.regex(/^[\w$/-]{0,64}$/))

const appError = v.strictObject({
  place: extensibleValue,
  version: appVersion,
  /** Absent outside a page. */
  route: v.optional(route),
  message: v.pipe(v.string(), v.maxLength(maxMessageLength), v.transform(reduceMessage)),
  stack: v.pipe(v.array(v.pipe(v.string(), v.regex(reducedFrame))), v.maxLength(maxFrames)),
  count,
})
export type AppError = v.InferOutput<typeof appError>

const vital = v.strictObject({
  vital: extensibleValue,
  route,
  value: v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(600_000)),
})
export type Vital = v.InferOutput<typeof vital>

const uploadOutcome = v.strictObject({
  outcome: extensibleValue,
  /** The reason of a pause or of a repeat. */
  reason: v.optional(extensibleValue),
  count,
})
export type UploadOutcome = v.InferOutput<typeof uploadOutcome>

const createListSchema = <T extends v.GenericSchema>(schema: T, limit: number) =>
  v.pipe(v.array(schema), v.maxLength(limit))

const healthEntries = {
  errors: createListSchema(appError, healthLimits.errors),
  vitals: createListSchema(vital, healthLimits.vitals),
  uploads: createListSchema(uploadOutcome, healthLimits.uploads),
}
export const appHealth = v.object(healthEntries)
export type AppHealth = v.InferOutput<typeof appHealth>

export const healthApi = {
  appHealth: {
    ...customerCall('/api/app-health'),
    body: v.strictObject({ ...customerField, ...healthEntries }),
    response: v.object({}),
  },
} as const
