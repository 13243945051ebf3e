import * as v from 'valibot'
import { customerId, deviceId, localeCode } from '../shapes.ts'

/** What a device reports about its outbox and its log: the manifest first, then rows. No email addresses, no answers. */

const count = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(most))

/** ms; a century: a phone that believes it is 1970 is real, one that is off by more is not */
export const longestSpan = 3_155_760_000_000
/** ms since epoch; the year 2100 by a device's own clock */
const latest = 4_102_444_800_000
/** A device that captures something every second reaches it after thirty years. */
const mostSequences = 1_000_000_000
/** bytes; a petabyte */
const mostBytes = 1_000_000_000_000_000

export const reportLimits = { rows: 200, ranges: 500, entries: 100_000, errors: 40 } as const

/** Where an entry stands among those of its device. */
export const sequence = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostSequences))
const range = v.strictTuple([sequence, sequence])
/** The first and the last number of each run of sequence numbers, ascending. */
export type Ranges = [from: number, to: number][]

const isAscending = (ranges: Ranges): boolean =>
  ranges.every(([from, to], at) => from <= to && from > (ranges[at - 1]?.[1] ?? 0))
const ranges = v.pipe(
  v.array(range),
  v.maxLength(reportLimits.ranges),
  v.check(isAscending, 'Invalid ranges: Expected ascending runs that do not touch'),
)

const sequences = v.pipe(
  v.strictObject({
    /** The last number that the device gave to an entry, of whichever customer; 0 before the first. */
    highest: count(mostSequences),
    /** Numbers whose entries wait on the device. */
    pending: ranges,
    /** Numbers whose entries a person deleted unsent. */
    discarded: ranges,
  }),
  v.forward(
    v.check(({ highest, pending }) => (pending.at(-1)?.[1] ?? 0) <= highest, 'Beyond the highest number'),
    ['pending'],
  ),
  v.forward(
    v.check(({ highest, discarded }) => (discarded.at(-1)?.[1] ?? 0) <= highest, 'Beyond the highest number'),
    ['discarded'],
  ),
)

/** A code of the contract, or of a version of the app that this server does not know. */
export const errorClass = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/))
export const appVersion = v.pipe(v.string(), v.regex(/^[\w.+-]{1,64}$/))

/** One line of the device's log, about one entry. */
export const reportRow = v.strictObject({
  /** The row's number in the device's log; grows. */
  id: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER)),
  /** ms since epoch, device clock */
  at: count(latest),
  happened: v.pipe(v.string(), v.regex(/^[a-z][a-z-]{0,31}$/)),
  seq: sequence,
  /** The event's name in the catalogue. */
  name: v.pipe(v.string(), v.regex(/^[a-z][a-z-]*(\.[a-z][a-z-]*)*\.v\d{1,3}$/), v.maxLength(64)),
  /** The id of the module or course it is about. */
  subject: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,64}$/))),
  code: v.optional(errorClass),
  status: v.optional(count(599)),
})
export type ReportRow = v.InferOutput<typeof reportRow>

export const syncReport = v.strictObject({
  customer_id: customerId,
  /** Must be the session's own. */
  device: deviceId,
  version: appVersion,
  locale: localeCode,
  /** What waits on the device, of every customer. */
  pending: v.strictObject({
    to_send: count(reportLimits.entries),
    needs_you: count(reportLimits.entries),
    /** ms since the oldest was captured; null where nothing waits */
    oldest_age: v.nullable(count(longestSpan)),
  }),
  /** What waits of the session's customer. */
  mine: v.strictObject({ to_send: count(reportLimits.entries), needs_you: count(reportLimits.entries) }),
  sequences,
  /** ms by which the server's clock is ahead of the device's */
  clock_offset: v.pipe(v.number(), v.integer(), v.minValue(-longestSpan), v.maxValue(longestSpan)),
  /** bytes; null where the browser does not say */
  storage: v.strictObject({
    usage: v.nullable(count(mostBytes)),
    quota: v.nullable(count(mostBytes)),
    persisted: v.nullable(v.boolean()),
  }),
  /** Why entries wait or need somebody, with how many of them. */
  errors: v.pipe(
    v.array(v.strictObject({ code: errorClass, count: count(reportLimits.entries) })),
    v.maxLength(reportLimits.errors),
  ),
  /** The session's customer's rows since the last acknowledged one, ascending. */
  rows: v.pipe(v.array(reportRow), v.maxLength(reportLimits.rows)),
})
export type SyncReport = v.InferOutput<typeof syncReport>
export type ErrorCount = SyncReport['errors'][number]
