import * as v from 'valibot'
import type { AppError, AppHealth, UploadOutcome, Vital } from '../contract/product-api/health-api.ts'
import { healthLimits } from '../contract/product-api/health-limits.ts'
import { dayMs } from '../lib/time/day-ms.ts'

/** The key of the record, which is the only one of its collection. */
export const healthRecordKey = 'collected'

/** The same error is sent at most once in this time, with its count. */
const sameErrorPauseMs = 3_600_000
/**
 * How long an error counts towards the limit of different errors after its first occurrence, even if it was
 * already sent.
 */
const errorLifetimeMs = dayMs

const countedErrorSchema = v.object({
  error: v.object({
    place: v.string(),
    version: v.string(),
    route: v.optional(v.string()),
    message: v.string(),
    stack: v.array(v.string()),
  }),
  /** Occurrences since it was last sent. */
  count: v.number(),
  /** When it first occurred, in ms since the epoch. */
  since: v.number(),
  /** When it was last sent, in ms since the epoch. Absent until it is sent. */
  sentAt: v.optional(v.number()),
})
type CountedError = v.InferOutput<typeof countedErrorSchema>

/** The record as stored. An older version of the app may have written another shape. */
export const healthRecordSchema = v.object({
  errors: v.array(countedErrorSchema),
  vitals: v.array(v.object({ vital: v.string(), route: v.string(), value: v.number() })),
  uploads: v.array(v.object({ outcome: v.string(), reason: v.optional(v.string()), count: v.number() })),
})
/**
 * The errors, vitals and upload outcomes that this device has collected and not sent yet. The record exists
 * only while measuring is allowed. Without it, nothing is added.
 */
export type HealthRecord = v.InferOutput<typeof healthRecordSchema>

export const emptyRecord: HealthRecord = { errors: [], vitals: [], uploads: [] }

type UncountedError = Omit<AppError, 'count'>

const isSameError = (a: UncountedError, b: UncountedError): boolean =>
  a.message === b.message &&
  a.version === b.version &&
  a.place === b.place &&
  a.stack.join() === b.stack.join()

const capCount = (count: number): number => Math.min(count, healthLimits.count)

/** Counts an error. A device counts a limited number of different errors per day and drops further ones. */
export const addError = (record: HealthRecord, error: UncountedError, now: number): HealthRecord => {
  // The absolute value also drops an error that a wrong clock dated in the future.
  const errors = record.errors.filter(({ since }) => Math.abs(now - since) < errorLifetimeMs)
  const repeated = errors.find((counted) => isSameError(counted.error, error))
  if (repeated) {
    const recounted = { ...repeated, count: capCount(repeated.count + 1) }
    return { ...record, errors: errors.map((counted) => (counted === repeated ? recounted : counted)) }
  }
  const hasRoom = errors.length < healthLimits.errors
  return { ...record, errors: hasRoom ? [...errors, { error, count: 1, since: now }] : errors }
}

export const addVitals = (record: HealthRecord, vitals: readonly Vital[]): HealthRecord => ({
  ...record,
  vitals: [...record.vitals, ...vitals].slice(0, healthLimits.vitals),
})

const isSameOutcome =
  (a: Omit<UploadOutcome, 'count'>) =>
  (b: Omit<UploadOutcome, 'count'>): boolean =>
    a.outcome === b.outcome && a.reason === b.reason

/** Counts the outcome of an upload. Beyond the limit, the outcome that occurred longest ago is dropped. */
export const addUpload = (record: HealthRecord, upload: Omit<UploadOutcome, 'count'>): HealthRecord => {
  const repeated = record.uploads.find(isSameOutcome(upload))
  const otherOutcomes = record.uploads.filter((outcome) => outcome !== repeated)
  const uploads = [...otherOutcomes, { ...upload, count: capCount((repeated?.count ?? 0) + 1) }]
  return { ...record, uploads: uploads.slice(-healthLimits.uploads) }
}

const shouldSend =
  (now: number) =>
  ({ count, sentAt }: CountedError): boolean =>
    count > 0 && (sentAt === undefined || Math.abs(now - sentAt) >= sameErrorPauseMs)

/**
 * Selects what to send now: errors that are due, and all vitals and uploads. Returns undefined if there is
 * nothing.
 */
export const selectDue = ({ errors, vitals, uploads }: HealthRecord, now: number): AppHealth | undefined => {
  const dueErrors = errors.filter(shouldSend(now)).map(({ error, count }) => Object.assign({ count }, error))
  if (dueErrors.length + vitals.length + uploads.length === 0) return undefined
  return { errors: dueErrors, vitals, uploads }
}

/** Removes what was sent. Keeps what was counted during the request. */
export const removeSent = (record: HealthRecord, sent: AppHealth, now: number): HealthRecord => ({
  errors: record.errors.map((counted) => {
    const sentError = sent.errors.find((error) => isSameError(error, counted.error))
    if (!sentError) return counted
    return { ...counted, count: Math.max(0, counted.count - sentError.count), sentAt: now }
  }),
  vitals: record.vitals.slice(sent.vitals.length),
  uploads: record.uploads.flatMap((upload) => {
    const count = upload.count - (sent.uploads.find(isSameOutcome(upload))?.count ?? 0)
    return count > 0 ? [{ ...upload, count }] : []
  }),
})
