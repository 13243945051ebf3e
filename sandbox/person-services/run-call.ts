import type { IncomingMessage } from 'node:http'
import { htmlResponse, jsonResponse, type SentResponse } from '../shared/send-response.ts'
import { jsonRefusalBody, type Endpoint } from './endpoint.ts'
import type { Journal } from './journal.ts'
import { readJson } from './read-json.ts'
import { Refusal } from './refusal.ts'
import { disturbanceOf, type Disturbance, type ServiceFaults } from './service-faults.ts'

/** A service as it stands behind its path prefix. */
export type RunningService = {
  endpoints: Readonly<Record<string, Endpoint>>
  /** how a refusal reads on the wire */
  refusalBody: (refused: Refusal) => object
  /** its codes for bodies and calls that are none, and for our own mistakes */
  codes: { notFound: string; bodyRefused: string; failed: string }
  /** what is stored, for tests; no passwords, no tokens */
  stored: () => object
}

/** A service whose refusals are `{ error: { code, message, path } }`. */
export const jsonService = (
  endpoints: RunningService['endpoints'],
  stored: RunningService['stored'],
): RunningService => ({
  endpoints,
  refusalBody: jsonRefusalBody,
  codes: { notFound: 'not-found', bodyRefused: 'body-refused', failed: 'failed' },
  stored,
})

type Deps = { faults: ServiceFaults; journal: Journal; now: () => number }
/** Where a request leads: a call of a service. */
export type Route = { service: string; call: string; running: RunningService; endpoint: Endpoint }
type Outcome = { response: SentResponse | 'cut'; refused?: string; body?: unknown }

/** Runs calls one by one: planned faults, credentials, body, the service's own code, the journal. */
export const createRunCall =
  ({ faults, journal, now }: Deps) =>
  async ({ service, call, running, endpoint }: Route, request: IncomingMessage) => {
    const outcome = await attempt(running, async (): Promise<Outcome> => {
      const input = request.method === 'GET' ? undefined : await readJson(request, running.codes.bodyRefused)
      const fault = await faults.next(`${service}.${call}`, request)
      const disturbance = fault && disturbanceOf(fault)
      if (disturbance && !fault.after) return disturbed(running, disturbance)
      const { body, run } = await endpoint.accept(request.headers, input)
      const outcome = await attempt(running, async () => ({ response: jsonResponse(await run()) }))
      return { ...outcome, ...(disturbance && disturbed(running, disturbance)), body }
    })
    const { response, refused, body } = outcome
    const status = response === 'cut' ? 0 : response.status
    const why = refused === undefined ? {} : { refused }
    await journal.add({ service, call, at: now(), status, ...why, ...(body === undefined ? {} : { body }) })
    return response
  }

const attempt = async (running: RunningService, work: () => Promise<Outcome>): Promise<Outcome> => {
  try {
    return await work()
  } catch (error) {
    // The stack says where our own mistake is; it never holds what the client sent.
    if (!(error instanceof Refusal)) console.error(error)
    const refused =
      error instanceof Refusal ? error : new Refusal(500, running.codes.failed, 'Internal error.')
    return refusal(running, refused)
  }
}

const refusal = ({ refusalBody }: RunningService, refused: Refusal): Outcome => ({
  response: jsonResponse(refusalBody(refused), refused.status),
  refused: refused.code,
})

const disturbed = (running: RunningService, disturbance: Disturbance): Outcome => {
  if ('cut' in disturbance) return { response: 'cut' }
  if ('html' in disturbance) return { response: htmlResponse(disturbance.html, disturbance.status) }
  const { status, code = running.codes.failed } = disturbance
  return refusal(running, new Refusal(status, code, 'Planned failure.'))
}
