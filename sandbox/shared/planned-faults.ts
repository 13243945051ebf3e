import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { createHttpApp, type Http } from './http-app.ts'
import { isTestRequest, testsOnly } from './is-test-request.ts'

/** The header by which a test's request brings its own fault, without affecting parallel tests. */
export const faultHeader = 'x-fail'

/**
 * The fields of every planned fault: the delay of a call in ms, whether it never gets a response, and the
 * number of calls.
 */
export const faultEntries = {
  target: v.pipe(v.string(), v.nonEmpty()),
  delayMs: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(60_000)), 0),
  never: v.optional(v.boolean(), false),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)), 1),
}
type Fault = { target: string; times: number; delayMs: number; never: boolean }

/**
 * Faults that a test plans for the next calls, in one queue per target. `POST /_control/fail-next` adds a
 * fault and `DELETE /_control/fail-next` removes all. `parse` throws the refusal of its service for a
 * malformed fault.
 */
export const createPlannedFaults = <T extends Fault>(parse: (input: unknown) => T) => {
  const queues = new Map<string, T[]>()

  /** The fault of a call, after its delay: the one in its request, or else the next in the queue. */
  const next = async (target: string, http: Pick<Http, 'env' | 'req'>): Promise<T | undefined> => {
    const own = http.req.header(faultHeader)
    const isOwn = own !== undefined && isTestRequest(http)
    const fault = isOwn ? parse(JSON.parse(own)) : queues.get(target)?.shift()
    if (fault?.never) return new Promise(() => undefined)
    if (fault) await wait(fault.delayMs)
    return fault
  }

  const routes = createHttpApp()
    .use('/_control/*', testsOnly)
    .post('/_control/fail-next', async (http) => {
      const fault = parse(await http.req.json())
      const planned = Array.from({ length: fault.times }, () => fault)
      queues.set(fault.target, [...(queues.get(fault.target) ?? []), ...planned])
      return http.json({})
    })
    .delete('/_control/fail-next', (http) => {
      queues.clear()
      return http.json({})
    })

  return { next, routes }
}
