import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { AwsError } from './aws-error.ts'

const plan = v.object({
  target: v.pipe(v.string(), v.nonEmpty()),
  type: v.optional(v.string()),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)), 400),
  message: v.optional(v.string(), 'Planned failure.'),
  delayMs: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(60_000)), 0),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)), 1),
})

/**
 * Failures that a test orders in advance, one list per operation name:
 *
 *     POST /_control/fail-next
 *     { "target": "InitiateAuth", "type": "InternalErrorException", "status": 500, "message": "…", "delayMs": 0, "times": 1 }
 *
 * The next `times` calls of `target` wait `delayMs` and then fail with `type`; without a `type` they are only slow.
 * Amplify itself repeats a call three times after a 5xx or a LimitExceededException. `DELETE /_control/fail-next` forgets
 * every order.
 */
export const createPlannedFailures = () => {
  const orders = new Map<string, v.InferOutput<typeof plan>[]>()

  const read = (input: unknown) => {
    const parsed = v.safeParse(plan, input)
    if (!parsed.success) {
      const [issue] = parsed.issues
      throw new AwsError('InvalidParameterException', `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`)
    }
    return parsed.output
  }

  const order = (input: unknown) => {
    const planned = read(input)
    const { target, times } = planned
    const repeated = Array.from({ length: times }, () => planned)
    orders.set(target, [...(orders.get(target) ?? []), ...repeated])
  }

  /** Waits and throws as ordered for this call, or as the request says itself; returns at once where nobody did. */
  const meet = async (target: string, own?: unknown) => {
    const next = own === undefined ? orders.get(target)?.shift() : read(own)
    if (!next) return
    await wait(next.delayMs)
    if (next.type) throw new AwsError(next.type, next.message, next.status)
  }

  return { order, meet, forget: () => orders.clear() }
}
