import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { createHttpApp, type HttpContext } from './http-app.ts'
import { isTestRequest, allowTestsOnly } from './is-test-request.ts'

/** A header with a fault (JSON) for only this request, so that a test does not affect parallel tests. */
export const faultHeader = 'x-fail'

/** The schema fields of every planned fault. */
export const faultFields = {
  /** The call that fails. */
  target: v.pipe(v.string(), v.nonEmpty()),
  delayMs: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(60_000)), 0),
  /** Whether the call never gets a response. */
  never: v.optional(v.boolean(), false),
  /** The number of calls that fail. */
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)), 1),
}
type Fault = { target: string; times: number; delayMs: number; never: boolean }

/**
 * Queues the faults that a test plans for the next calls, one queue per target. At `/_control/fail-next`,
 * POST adds a fault and DELETE removes all. `parse` throws its service's error for a malformed fault.
 */
export const createPlannedFaults = <T extends Fault>(parse: (input: unknown) => T) => {
  const queues = new Map<string, T[]>()

  /** Takes the fault of a call from its request, or else from the queue, and waits for the fault's delay. */
  const take = async (target: string, context: Pick<HttpContext, 'env' | 'req'>): Promise<T | undefined> => {
    const header = context.req.header(faultHeader)
    const hasOwnFault = header !== undefined && isTestRequest(context)
    const fault = hasOwnFault ? parse(JSON.parse(header)) : queues.get(target)?.shift()
    // A promise that never resolves, so that the call gets no response.
    if (fault?.never) return new Promise(() => undefined)
    if (fault) await wait(fault.delayMs)
    return fault
  }

  const routes = createHttpApp()
    .use('/_control/*', allowTestsOnly)
    .post('/_control/fail-next', async (context) => {
      const fault = parse(await context.req.json())
      const repeatedFaults = Array.from({ length: fault.times }, () => fault)
      queues.set(fault.target, [...(queues.get(fault.target) ?? []), ...repeatedFaults])
      return context.json({})
    })
    .delete('/_control/fail-next', (context) => {
      queues.clear()
      return context.json({})
    })

  return { take, routes }
}
