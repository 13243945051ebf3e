import type { IncomingMessage } from 'node:http'
import { ownFaultOf } from '../shared/own-fault.ts'
import type { Answer } from './answer.ts'
import type { Endpoint } from './endpoint.ts'
import type { Journal } from './journal.ts'
import type { createPlannedFaults, Disturbance } from './planned-faults.ts'
import { readJson } from './read-json.ts'
import { Refused } from './refused.ts'

/** A service as it stands behind its path prefix. */
export type RunningService = {
  endpoints: Readonly<Record<string, Endpoint>>
  /** how a refusal reads on the wire */
  refusalBody: (refused: Refused) => object
  /** its codes for bodies and calls that are none, and for our own mistakes */
  codes: { notFound: string; bodyRefused: string; failed: string }
  /** what is stored, for tests; no passwords, no tokens */
  stored: () => object
}

type Deps = { faults: ReturnType<typeof createPlannedFaults>; journal: Journal; now: () => number }
/** Where a request leads: a call of a service. */
export type Route = { service: string; call: string; running: RunningService; endpoint: Endpoint }
type Outcome = { answer: Answer | 'cut'; refused?: string; body?: unknown }

/** Runs calls one by one: planned faults, credentials, body, the service's own code, the journal. */
export const createRunCall =
  ({ faults, journal, now }: Deps) =>
  async ({ service, call, running, endpoint }: Route, request: IncomingMessage) => {
    const outcome = await attempt(running, async (): Promise<Outcome> => {
      const input = request.method === 'GET' ? undefined : await readJson(request, running.codes.bodyRefused)
      const fault = await faults.meet(`${service}.${call}`, ownFaultOf(request))
      if (fault && !fault.after) return disturbed(running, fault.disturbance)
      const { body, answer } = await endpoint.accept(request.headers, input)
      const given = await attempt(running, async () => ({ answer: { status: 200, json: await answer() } }))
      return { ...given, ...(fault && disturbed(running, fault.disturbance)), body }
    })
    const { answer, refused, body } = outcome
    const status = answer === 'cut' ? 0 : answer.status
    const why = refused === undefined ? {} : { refused }
    await journal.add({ service, call, at: now(), status, ...why, ...(body === undefined ? {} : { body }) })
    return answer
  }

const attempt = async (running: RunningService, work: () => Promise<Outcome>): Promise<Outcome> => {
  try {
    return await work()
  } catch (error) {
    // The stack says where our own mistake is; it never holds what the client sent.
    if (!(error instanceof Refused)) console.error(error)
    const refused =
      error instanceof Refused ? error : new Refused(500, running.codes.failed, 'Internal error.')
    return refusal(running, refused)
  }
}

const refusal = ({ refusalBody }: RunningService, refused: Refused): Outcome => ({
  answer: { status: refused.status, json: refusalBody(refused) },
  refused: refused.code,
})

const disturbed = (running: RunningService, disturbance: Disturbance): Outcome => {
  if ('cut' in disturbance) return { answer: 'cut' }
  if ('html' in disturbance) return { answer: disturbance }
  const { status, code = running.codes.failed } = disturbance
  return refusal(running, new Refused(status, code, 'Planned failure.'))
}
