import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { createPlannedOrders, orderEntries } from '../shared/planned-faults.ts'
import { AwsError } from './aws-error.ts'

const plan = v.object({
  ...orderEntries,
  type: v.optional(v.string()),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)), 400),
  message: v.optional(v.string(), 'Planned failure.'),
})

const read = (input: unknown) => {
  const parsed = v.safeParse(plan, input)
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new AwsError('InvalidParameterException', `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`)
  }
  return parsed.output
}

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
  const { order, take, forget } = createPlannedOrders(read)

  /** Waits and throws as ordered for this call, or as the request says itself; returns at once where nobody did. */
  const meet = async (target: string, own?: unknown) => {
    const next = take(target, own)
    if (!next) return
    await wait(next.delayMs)
    if (next.type) throw new AwsError(next.type, next.message, next.status)
  }

  return { order, meet, forget }
}
