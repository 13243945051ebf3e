import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { maxBodyBytes } from '../shared/http-app.ts'
import { createJsonRefusalBody, type Endpoint } from './endpoint.ts'
import type { Journal } from './journal.ts'
import { Refusal, toRefusal } from './refusal.ts'
import type { Fault, ServiceFaults } from './service-faults.ts'

/** A service to be served under its path prefix. */
export type RunningService = {
  endpoints: Readonly<Record<string, Endpoint>>
  /** The body of the response to a refused call. */
  refusalBody: (refusal: Refusal) => object
  /** The codes for unknown calls, invalid bodies and defects of the sandbox. */
  codes: { notFound: string; bodyRefused: string; failed: string }
  /** Returns the stored data without passwords and tokens, for tests. */
  readStoredData: () => object
}

/** Creates a service whose refusals are `{ error: { code, message, path } }`. */
export const createJsonService = (
  endpoints: RunningService['endpoints'],
  readStoredData: RunningService['readStoredData'],
): RunningService => ({
  endpoints,
  refusalBody: createJsonRefusalBody,
  codes: { notFound: 'not-found', bodyRefused: 'body-refused', failed: 'failed' },
  readStoredData,
})

/** Values that a call passes to the journal. */
type Env = { Bindings: HttpBindings; Variables: { refused?: string; body?: unknown; isCut?: true } }
type Deps = { faults: ServiceFaults; journal: Journal; now: () => number }

const respondWithRefusal = ({ refusalBody }: RunningService, http: Context<Env>, refusal: Refusal) => {
  http.set('refused', refusal.code)
  return Response.json(refusalBody(refusal), { status: refusal.status })
}

/** Creates the response of a fault. Returns undefined if the call is only slow. */
const respondWithFault = (
  service: RunningService,
  http: Context<Env>,
  { cut, html, status, code }: Fault,
) => {
  if (cut) {
    http.set('isCut', true)
    return RESPONSE_ALREADY_SENT
  }
  if (html !== undefined) {
    return new Response(html, {
      status: status ?? 502,
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
    })
  }
  if (code === undefined && status === undefined) return undefined
  const refusal = new Refusal(status ?? 200, code ?? service.codes.failed, 'Planned failure.')
  return respondWithRefusal(service, http, refusal)
}

const readJson = (http: Context<Env>, { bodyRefused: code }: RunningService['codes']): Promise<unknown> =>
  http.req.json().catch(() => {
    throw new Refusal(400, code, 'The body is not JSON.')
  })

/**
 * Creates the app of one service. A call runs unless a planned fault replaces it, and the journal records it.
 */
export const createServiceApp = (name: string, service: RunningService, deps: Deps) => {
  const { endpoints, codes } = service
  const { faults, journal, now } = deps

  const enterInJournal =
    (call: string): MiddlewareHandler<Env> =>
    async (http, next) => {
      await next()
      // The other variables, `refused` and `body`, are fields of an entry.
      const { isCut, ...fields } = http.var
      const status = isCut ? 0 : http.res.status
      await journal.add({ service: name, call, at: now(), status, ...fields })
      // Cuts only after the journal entry is written, because a client that notices it may read the journal
      // immediately.
      if (isCut) http.env.outgoing.destroy()
    }

  const applyPlannedFault =
    (call: string): MiddlewareHandler<Env> =>
    async (http, next) => {
      const fault = await faults.take(`${name}.${call}`, http)
      if (!fault) return next()
      // With `after`, the call is executed, and only its response is lost.
      if (fault.after) await next()
      const response = respondWithFault(service, http, fault)
      if (response) http.res = response
      else if (!fault.after) await next()
    }

  const refuseSize = () => {
    throw new Refusal(413, codes.bodyRefused, 'Request is too large.')
  }
  const limitSize = bodyLimit({ maxSize: maxBodyBytes, onError: refuseSize })

  const app = new Hono<Env>()
  app.onError((error, http) => respondWithRefusal(service, http, toRefusal(error, codes.failed)))
  for (const [call, { row, accept }] of Object.entries(endpoints)) {
    const { method, path } = row
    app.on(method, path, enterInJournal(call), limitSize, applyPlannedFault(call), async (http) => {
      const input = method === 'GET' ? undefined : await readJson(http, codes)
      const { body, run } = await accept(http.req.header(), input)
      http.set('body', body)
      return Response.json(await run())
    })
  }
  app.all('*', ({ req }) => {
    throw new Refusal(404, codes.notFound, `There is no ${req.method} ${req.path}.`)
  })
  return app
}
