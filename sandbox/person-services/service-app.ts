import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { maxBodyBytes } from '../shared/http-app.ts'
import { jsonRefusalBody, type Endpoint } from './endpoint.ts'
import type { Journal } from './journal.ts'
import { Refusal, refusalOf } from './refusal.ts'
import type { Fault, ServiceFaults } from './service-faults.ts'

/** A service behind its path prefix. */
export type RunningService = {
  endpoints: Readonly<Record<string, Endpoint>>
  /** the wire format of a refusal */
  refusalBody: (refused: Refusal) => object
  /** the codes for invalid bodies, unknown calls and our own mistakes */
  codes: { notFound: string; bodyRefused: string; failed: string }
  /** the stored data without passwords and tokens, for tests */
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

/** Values that a call passes to the journal. */
type Env = { Bindings: HttpBindings; Variables: { refused?: string; body?: unknown; isCut?: true } }
type Deps = { faults: ServiceFaults; journal: Journal; now: () => number }

const refuse = ({ refusalBody }: RunningService, http: Context<Env>, refused: Refusal) => {
  http.set('refused', refused.code)
  return Response.json(refusalBody(refused), { status: refused.status })
}

/** The response of a fault. Undefined if the call is only slow. */
const disturb = (running: RunningService, http: Context<Env>, { cut, html, status, code }: Fault) => {
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
  const refused = new Refusal(status ?? 200, code ?? running.codes.failed, 'Planned failure.')
  return refuse(running, http, refused)
}

const readJson = (http: Context<Env>, { bodyRefused }: RunningService['codes']): Promise<unknown> =>
  http.req.json().catch(() => {
    throw new Refusal(400, bodyRefused, 'The body is not JSON.')
  })

/** The calls of one service. Each runs unless a planned fault replaces it, and is recorded in the journal. */
export const createServiceApp = (service: string, running: RunningService, deps: Deps) => {
  const { endpoints, codes } = running
  const { faults, journal, now } = deps

  const enterInJournal =
    (call: string): MiddlewareHandler<Env> =>
    async (http, next) => {
      await next()
      const { isCut, ...left } = http.var
      await journal.add({ service, call, at: now(), status: isCut ? 0 : http.res.status, ...left })
      // After the journal entry is written: a client that notices the cut may read the journal at once.
      if (isCut) http.env.outgoing.destroy()
    }

  const disturbAsPlanned =
    (call: string): MiddlewareHandler<Env> =>
    async (http, next) => {
      const fault = await faults.next(`${service}.${call}`, http)
      if (fault?.after) await next()
      const disturbed = fault && disturb(running, http, fault)
      if (disturbed) http.res = disturbed
      else if (!fault?.after) await next()
    }

  const refuseSize = () => {
    throw new Refusal(413, codes.bodyRefused, 'Request is too large.')
  }
  const limitSize = bodyLimit({ maxSize: maxBodyBytes, onError: refuseSize })

  const app = new Hono<Env>()
  app.onError((error, http) => refuse(running, http, refusalOf(error, codes.failed)))
  for (const [call, { row, accept }] of Object.entries(endpoints)) {
    const { method, path } = row
    app.on(method, path, enterInJournal(call), limitSize, disturbAsPlanned(call), async (http) => {
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
