import * as v from 'valibot'
import { healthLimits } from '../contract/product-api/health-limits.ts'
import type { AppError, AppHealth, UploadOutcome, Vital } from '../contract/product-api/health-api.ts'

/**
 * The measurements that this device has not sent yet. The record exists only while measuring is allowed.
 * Without it, nothing is added.
 */

/** In ms. The same error is sent at most once in this time, with its count. */
const sameErrorPause = 3_600_000
/** In ms after its first occurrence. Until then an error occupies one of the twenty places, sent or not. */
const errorLife = 86_400_000

const counted = v.object({
  error: v.object({
    place: v.string(),
    version: v.string(),
    route: v.optional(v.string()),
    message: v.string(),
    stack: v.array(v.string()),
  }),
  /** Occurrences since it was last sent. */
  count: v.number(),
  /** ms since epoch */
  since: v.number(),
  sentAt: v.optional(v.number()),
})
type CountedError = v.InferOutput<typeof counted>

/** As stored. An older version may have written it. */
export const collected = v.object({
  errors: v.array(counted),
  vitals: v.array(v.object({ vital: v.string(), route: v.string(), value: v.number() })),
  uploads: v.array(v.object({ outcome: v.string(), reason: v.optional(v.string()), count: v.number() })),
})
export type Collected = v.InferOutput<typeof collected>

export const nothing: Collected = { errors: [], vitals: [], uploads: [] }

type Happened = Omit<AppError, 'count'>

const isSame = (one: Happened, other: Happened): boolean =>
  one.message === other.message &&
  one.version === other.version &&
  one.place === other.place &&
  one.stack.join() === other.stack.join()

const capped = (count: number): number => Math.min(count, healthLimits.count)

/** Counts an error. A device counts twenty different errors per day and drops further ones. */
export const addError = (before: Collected, error: Happened, now: number): Collected => {
  // The absolute value also drops an error that was dated in the future by a wrong clock.
  const errors = before.errors.filter(({ since }) => Math.abs(now - since) < errorLife)
  const known = errors.find((one) => isSame(one.error, error))
  if (known) {
    const again = { ...known, count: capped(known.count + 1) }
    return { ...before, errors: errors.map((one) => (one === known ? again : one)) }
  }
  const hasRoom = errors.length < healthLimits.errors
  return { ...before, errors: hasRoom ? [...errors, { error, count: 1, since: now }] : errors }
}

export const addVitals = (before: Collected, vitals: readonly Vital[]): Collected => ({
  ...before,
  vitals: [...before.vitals, ...vitals].slice(0, healthLimits.vitals),
})

const isSameOutcome =
  (one: Omit<UploadOutcome, 'count'>) =>
  (other: Omit<UploadOutcome, 'count'>): boolean =>
    one.outcome === other.outcome && one.reason === other.reason

export const addUpload = (before: Collected, upload: Omit<UploadOutcome, 'count'>): Collected => {
  const known = before.uploads.find(isSameOutcome(upload))
  const others = before.uploads.filter((one) => one !== known)
  const uploads = [...others, { ...upload, count: capped((known?.count ?? 0) + 1) }]
  return { ...before, uploads: uploads.slice(-healthLimits.uploads) }
}

const isDue =
  (now: number) =>
  ({ count, sentAt }: CountedError): boolean =>
    count > 0 && (sentAt === undefined || Math.abs(now - sentAt) >= sameErrorPause)

/** What to send now; undefined if nothing is due. */
export const dueOf = ({ errors, vitals, uploads }: Collected, now: number): AppHealth | undefined => {
  const due = errors.filter(isDue(now)).map(({ error, count }) => Object.assign({ count }, error))
  if (due.length + vitals.length + uploads.length === 0) return undefined
  return { errors: due, vitals, uploads }
}

/** The rest after `sent` has arrived or was refused. More may have been counted meanwhile. */
export const withoutSent = (before: Collected, sent: AppHealth, now: number): Collected => ({
  errors: before.errors.map((counted) => {
    const gone = sent.errors.find((one) => isSame(one, counted.error))
    return gone ? { ...counted, count: Math.max(0, counted.count - gone.count), sentAt: now } : counted
  }),
  vitals: before.vitals.slice(sent.vitals.length),
  uploads: before.uploads.flatMap((upload) => {
    const count = upload.count - (sent.uploads.find(isSameOutcome(upload))?.count ?? 0)
    return count > 0 ? [{ ...upload, count }] : []
  }),
})
