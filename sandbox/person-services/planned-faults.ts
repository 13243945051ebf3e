import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { createPlannedOrders, orderEntries } from '../shared/planned-faults.ts'
import { Refused } from './refused.ts'

const fault = v.strictObject({
  /** Its target is `service.call`, such as `loyalty.signUp`. */
  ...orderEntries,
  /** refuse with this code, at the loyalty provider an error number */
  code: v.optional(v.pipe(v.union([v.string(), v.pipe(v.number(), v.transform(String))]), v.nonEmpty())),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
  /** answer with this page instead of JSON */
  html: v.optional(v.string()),
  /** cut the connection instead of answering */
  cut: v.optional(v.boolean(), false),
  /** do the call first, so that only its answer is lost */
  after: v.optional(v.boolean(), false),
})
type Fault = v.InferOutput<typeof fault>

/** What happens in place of an answer. */
export type Disturbance = { cut: true } | { html: string; status: number } | { status: number; code?: string }

/**
 * Faults that a test orders in advance, one queue per call:
 *
 *     POST /_control/fail-next
 *     { "target": "loyalty.login", "code": 200037, "status": 200, "delayMs": 0, "times": 1 }
 *
 * Without `code`, `status`, `html` and `cut` the call is only slow. `DELETE /_control/fail-next` forgets every order.
 */
export const createPlannedFaults = (isTarget: (name: string) => boolean) => {
  const read = (input: unknown): Fault => {
    const parsed = v.safeParse(fault, input)
    if (!parsed.success) {
      const [issue] = parsed.issues
      throw new Refused(400, 'body-refused', issue.message, v.getDotPath(issue) ?? undefined)
    }
    const { target } = parsed.output
    if (!isTarget(target)) throw new Refused(400, 'body-refused', `There is no call ${target}.`, 'target')
    return parsed.output
  }

  const { order, take, forget } = createPlannedOrders(read)

  /** Waits as ordered for this call, or as the request says itself, and tells what else was ordered, and whether the call is to be done first. */
  const meet = async (target: string, own?: unknown) => {
    const next = take(target, own)
    if (!next) return undefined
    await wait(next.delayMs)
    const disturbance = disturbanceOf(next)
    return disturbance && { disturbance, after: next.after }
  }

  return { order, meet, forget }
}

const disturbanceOf = ({ cut, html, status, code }: Fault): Disturbance | undefined => {
  if (cut) return { cut }
  if (html !== undefined) return { html, status: status ?? 502 }
  if (code === undefined && status === undefined) return undefined
  return { status: status ?? 200, ...(code === undefined ? {} : { code }) }
}
