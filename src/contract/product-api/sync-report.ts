import * as v from 'valibot'
import { customerId, deviceId, localeCode } from '../shared-schemas.ts'

const createCountSchema = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max))

/** A century. Some phones set their clock to 1970; larger errors do not occur. */
export const maxSpanMs = 3_155_760_000_000
/** The beginning of the year 2100, in ms since the epoch. */
const latestTimeMs = 4_102_444_800_000
/** A device that captures one entry per second reaches this number after thirty years. */
const maxSequences = 1_000_000_000
/** A petabyte. */
const maxBytes = 1_000_000_000_000_000

export const reportLimits = { rows: 200, ranges: 500, entries: 100_000, errors: 40, customers: 100 } as const

/** The position of an entry in the sequence of its device. */
export const sequence = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxSequences))
const range = v.strictTuple([sequence, sequence])
/** The first and last number of each run of consecutive sequence numbers, ascending. */
export type Ranges = [from: number, to: number][]

const getLastNumber = (ranges: Ranges): number => ranges.at(-1)?.[1] ?? 0

const isAscending = (ranges: Ranges): boolean =>
  ranges.every(([from, to], index) => from <= to && from > (ranges[index - 1]?.[1] ?? 0))
const ranges = v.pipe(
  v.array(range),
  v.maxLength(reportLimits.ranges),
  v.check(isAscending, 'Invalid ranges: Expected ascending runs that do not overlap'),
)

/**
 * Which sequence numbers the device has assigned to entries, and which of them wait or were deleted. The
 * server should have the entries of all other numbers.
 */
const sequences = v.pipe(
  v.strictObject({
    /** The last number that the device assigned, for any customer, or 0 before the first. */
    highest: createCountSchema(maxSequences),
    /** The numbers whose entries wait on the device. */
    pending: ranges,
    /** The numbers whose entries the coach deleted before they were sent. */
    discarded: ranges,
  }),
  v.forward(
    v.check(({ highest, pending }) => getLastNumber(pending) <= highest, 'Beyond the highest number'),
    ['pending'],
  ),
  v.forward(
    v.check(({ highest, discarded }) => getLastNumber(discarded) <= highest, 'Beyond the highest number'),
    ['discarded'],
  ),
)

/** An error code. A newer version of the app may send codes that this server does not know. */
export const errorClass = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/))
export const appVersion = v.pipe(v.string(), v.regex(/^[\w.+-]{1,64}$/))

/** One row of the device's log, about one entry. */
export const reportRow = v.strictObject({
  /** The number of the row in the device's log, increasing. */
  id: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER)),
  /** In ms since the epoch, by the device clock. */
  at: createCountSchema(latestTimeMs),
  /** What happened to the entry, such as `captured`. Newer versions of the app may send other values. */
  happened: v.pipe(v.string(), v.regex(/^[a-z][a-z-]{0,31}$/)),
  seq: sequence,
  /** The event's name in the catalogue. */
  name: v.pipe(v.string(), v.regex(/^[a-z][a-z-]*(\.[a-z][a-z-]*)*\.v\d{1,3}$/), v.maxLength(64)),
  /** The id of the module or course that the entry is about. */
  subject: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,64}$/))),
  /** The error code of a failure, and the HTTP status of the response. */
  code: v.optional(errorClass),
  status: v.optional(createCountSchema(599)),
})
export type ReportRow = v.InferOutput<typeof reportRow>

/**
 * The report that a device sends to tell the server what waits on it. Support sees from it which entries are
 * missing, and why.
 */
export const syncReport = v.strictObject({
  customer_id: customerId,
  /** Must be the session's own device. */
  device: deviceId,
  version: appVersion,
  locale: localeCode,
  /**
   * The entries that wait on the device, of all customers. `needs_you` counts those that cannot be sent until
   * the coach acts.
   */
  pending: v.strictObject({
    to_send: createCountSchema(reportLimits.entries),
    needs_you: createCountSchema(reportLimits.entries),
    /** The time since the oldest entry was captured, in ms, or null if no entry waits. */
    oldest_age: v.nullable(createCountSchema(maxSpanMs)),
  }),
  /** The waiting entries of the session's customer. */
  mine: v.strictObject({
    to_send: createCountSchema(reportLimits.entries),
    needs_you: createCountSchema(reportLimits.entries),
  }),
  sequences,
  /** In ms: how far the server's clock is ahead of the device's. */
  clock_offset: v.pipe(v.number(), v.integer(), v.minValue(-maxSpanMs), v.maxValue(maxSpanMs)),
  /** In bytes, or null if the browser does not report a value. */
  storage: v.strictObject({
    usage: v.nullable(createCountSchema(maxBytes)),
    quota: v.nullable(createCountSchema(maxBytes)),
    persisted: v.nullable(v.boolean()),
  }),
  /** The error codes of waiting and refused entries, each with the number of entries. */
  errors: v.pipe(
    v.array(v.strictObject({ code: errorClass, count: createCountSchema(reportLimits.entries) })),
    v.maxLength(reportLimits.errors),
  ),
  /** The rows of the session's customer since the last acknowledged one, ascending. */
  rows: v.pipe(v.array(reportRow), v.maxLength(reportLimits.rows)),
})
export type SyncReport = v.InferOutput<typeof syncReport>
export type ErrorCount = SyncReport['errors'][number]
