import * as v from 'valibot'
import { rule } from './rules.ts'

/** Faults for all requests, and for requests that match a rule. */
export const weather = v.strictObject({
  /** Upload speed of all requests together; absent: unlimited. */
  bytesPerSecond: v.optional(v.pipe(v.number(), v.minValue(1))),
  /** A proxy accepts each body at once and forwards it at that speed. */
  buffered: v.optional(v.boolean(), false),
  /**
   * Bytes that all requests may still send. Then the line stops until the weather changes. Absent: unlimited.
   */
  bytesLeft: v.optional(v.pipe(v.number(), v.minValue(1))),
  /** Requests are cut off without an answer. */
  down: v.optional(v.boolean(), false),
  /** The first rule that matches a request applies. */
  rules: v.optional(v.array(rule), []),
})

export type Weather = v.InferInput<typeof weather>
