import * as v from 'valibot'
import { rule } from './rules.ts'

/** What happens to all requests, and to those that a rule is for. */
export const weather = v.strictObject({
  /** Upload speed of all requests together; absent: as fast as it goes. */
  bytesPerSecond: v.optional(v.pipe(v.number(), v.minValue(1))),
  /** A hop takes each body at once, and carries it on at that speed. */
  buffered: v.optional(v.boolean(), false),
  /** What all requests together may still send; then the line stands still until there is another weather. Absent: no end. */
  bytesLeft: v.optional(v.pipe(v.number(), v.minValue(1))),
  /** Requests are cut off without an answer. */
  down: v.optional(v.boolean(), false),
  /** The first that is for a request is applied to it. */
  rules: v.optional(v.array(rule), []),
})

export type Weather = v.InferInput<typeof weather>
