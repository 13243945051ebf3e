import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { maxBodyBytes } from '../shared/http-app.ts'
import { createJsonErrorBody, type Endpoint } from './endpoint.ts'
import type { Journal } from './journal.ts'
import { ServiceError, toServiceError } from './service-error.ts'
import type { Fault, ServiceFaults } from './service-faults.ts'

/** A service to be served under its path prefix. */
export type RunningService = {
  endpoints: Readonly<Record<string, Endpoint>>
  /** Creates the body of an error response. */
  createErrorBody: (error: ServiceError) => object
  /** The codes for unknown calls, invalid bodies and bugs in the sandbox. */
  codes: { notFound: string; invalidBody: string; failed: string }
  /** Returns the stored data without passwords and tokens, for tests. */
  readStoredData: () => object
}

/** Creates a service whose error responses are `{ error: { code, message, path } }`. */
export const createJsonService = (
  endpoints: RunningService['endpoints'],
  readStoredData: RunningService['readStoredData'],
): RunningService => ({
  endpoints,
  createErrorBody: createJsonErrorBody,
  codes: { notFound: 'not-found', invalidBody: 'body-refused', failed: 'failed' },
  readStoredData,
})

/**
 * Values that a call passes to `enterInJournal`. `refused` is the code of an error response, and `isCut`
 * means that the connection is to be cut.
 */
type Env = { Bindings: HttpBindings; Variables: { refused?: string; body?: unknown; isCut?: true } }
type Deps = { faults: ServiceFaults; journal: Journal; now: () => number }

const respondWithError = (
  { createErrorBody }: RunningService,
  context: Context<Env>,
  error: ServiceError,
) => {
  context.set('refused', error.code)
  return Response.json(createErrorBody(error), { status: error.status })
}

/** Creates the response of a fault. Returns undefined if the call is only slow. */
const respondWithFault = (
  service: RunningService,
  context: Context<Env>,
  { cut, html, status, code }: Fault,
) => {
  if (cut) {
    context.set('isCut', true)
    // There is no response: `enterInJournal` cuts the connection.
    return RESPONSE_ALREADY_SENT
  }
  if (html !== undefined) {
    return new Response(html, {
      status: status ?? 502,
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
    })
  }
  if (code === undefined && status === undefined) return undefined
  // The loyalty provider sends most errors with status 200.
  const error = new ServiceError(status ?? 200, code ?? service.codes.failed, 'Planned failure.')
  return respondWithError(service, context, error)
}

const readJson = (context: Context<Env>, { invalidBody: code }: RunningService['codes']): Promise<unknown> =>
  context.req.json().catch(() => {
    throw new ServiceError(400, code, 'The body is not JSON.')
  })

/**
 * Creates the app of one service. A call runs unless a planned fault replaces it, and the journal records it.
 */
export const createServiceApp = (name: string, service: RunningService, deps: Deps) => {
  const { endpoints, codes } = service
  const { faults, journal, now } = deps

  const enterInJournal =
    (call: string): MiddlewareHandler<Env> =>
    async (context, next) => {
      await next()
      // The other variables, `refused` and `body`, are fields of a journal entry.
      const { isCut, ...fields } = context.var
      // 0 means that there was no response.
      const status = isCut ? 0 : context.res.status
      await journal.add({ service: name, call, at: now(), status, ...fields })
      // Cuts only after the journal entry is written, because a client that notices it may read the journal
      // immediately.
      if (isCut) context.env.outgoing.destroy()
    }

  const applyPlannedFault =
    (call: string): MiddlewareHandler<Env> =>
    async (context, next) => {
      const fault = await faults.take(`${name}.${call}`, context)
      if (!fault) return next()
      // With `after`, the call is executed, and only its response is lost.
      if (fault.after) await next()
      const response = respondWithFault(service, context, fault)
      if (response) context.res = response
      else if (!fault.after) await next()
    }

  const rejectLargeBody = () => {
    throw new ServiceError(413, codes.invalidBody, 'Request is too large.')
  }
  const limitSize = bodyLimit({ maxSize: maxBodyBytes, onError: rejectLargeBody })

  const app = new Hono<Env>()
  app.onError((error, context) => respondWithError(service, context, toServiceError(error, codes.failed)))
  for (const [call, { definition, accept }] of Object.entries(endpoints)) {
    const { method, path } = definition
    app.on(method, path, enterInJournal(call), limitSize, applyPlannedFault(call), async (context) => {
      const input = method === 'GET' ? undefined : await readJson(context, codes)
      const { body, run } = await accept(context.req.header(), input)
      context.set('body', body)
      return Response.json(await run())
    })
  }
  app.all('*', ({ req }) => {
    throw new ServiceError(404, codes.notFound, `There is no ${req.method} ${req.path}.`)
  })
  return app
}
