import type { Hono } from 'hono'
import { callNames, productApi, type CallName, type OutboxCall } from '../../src/contract/product-api.ts'
import { headers } from '../../src/contract/product-api/headers-and-cookies.ts'
import { includesRole } from '../../src/contract/roles.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import { type ApiError, respondWithError } from '../http/api-error.ts'
import type { AppEnv, Http, Session } from '../http/app-env.ts'
import { readJson } from '../http/request-body.ts'
import type { Authorize } from './authorize.ts'
import type { RunWithinCapacity } from './capacity.ts'
import type { DeliverEntries } from './deliver-entries.ts'
import {
  isAdminCall,
  isBatchCall,
  isOpenCall,
  isOutboxCall,
  type CustomerCall,
  type CustomerHandlers,
  type DirectCall,
  type DirectHandlers,
} from './handler.ts'
import { parseBody, parseOwnBody } from './parse.ts'
import { readEntry } from './read-entry.ts'

/* oxlint-disable typescript/no-unnecessary-type-parameters -- N ties a body to the handler of the same row. */

type DispatchResult = Result<Response, ApiError>
type Deps = DeliverEntries & {
  authorize: Authorize
  handlers: DirectHandlers & CustomerHandlers
  /** Limits the calls that devices send automatically. For every other call, the user is waiting. */
  runWithinCapacity: RunWithinCapacity
}

/** Runs a call as the contract (`productApi`, one row for each call) specifies. */
const createDispatch = ({ handlers, deliverEntry, deliverEntries, runWithinCapacity }: Deps) => {
  // The same handlers by kind. With these types, the compiler relates the body of a call to its handler.
  const customerHandlers: CustomerHandlers = handlers
  const directHandlers: DirectHandlers = handlers

  /** Runs a call for anyone or for admins. The body of a GET comes from the query. */
  const dispatchDirect = async <N extends DirectCall>(name: N, http: Http): Promise<DispatchResult> => {
    const { method, body: schema } = productApi[name]
    // A call without a body ignores the query, because its schema accepts only `undefined`.
    const query = schema.type === 'undefined' ? undefined : http.req.query()
    const input = method === 'GET' ? ok({ json: query }) : await readJson(http)
    if (!input.ok) return input
    const body = parseBody(name, input.value.json)
    if (!body.ok) return body
    const result = await directHandlers[name](body.value, http)
    if (!result.ok) return result
    return ok(result.value instanceof Response ? result.value : http.json(result.value))
  }

  /** Runs a call of a signed-in customer. Its response may be a stream of JSON. */
  const dispatchCustomerCall = async <N extends CustomerCall>(
    name: N,
    http: Http,
    session: Session,
  ): Promise<DispatchResult> => {
    const input = await readJson(http)
    // `parseOwnBody` also rejects a body that names another customer or device.
    const body = input.ok ? parseOwnBody(name, input.value.json, session) : input
    if (!body.ok) return body
    const response = await customerHandlers[name](body.value, session)
    if (!(response instanceof ReadableStream)) return ok(http.json(response))
    http.header('Content-Type', 'application/json')
    return ok(http.body(response.pipeThrough(new TextEncoderStream())))
  }

  /** Delivers one outbox entry. A repeated entry gets its first response, marked by a header. */
  const dispatchEntry = async <N extends OutboxCall>(
    name: N,
    http: Http,
    session: Session,
  ): Promise<DispatchResult> => {
    const input = await readJson(http)
    if (!input.ok) return input
    const { bytes, json } = input.value
    const rawEntry = { header: (header: string) => http.req.header(header), bytes, json }
    const received = readEntry(name, rawEntry, session)
    if (!received.ok) return received
    const result = await runWithinCapacity(() => deliverEntry(received.value))
    if (!result.ok) return result
    if (result.value.replayed) http.header(headers.idempotentReplay, 'true')
    http.header('Content-Type', 'application/json')
    return ok(http.body(JSON.stringify(result.value.response)))
  }

  /** Delivers several outbox entries of one request. */
  const dispatchBatch = async (http: Http, session: Session): Promise<DispatchResult> => {
    const input = await readJson(http)
    const body = input.ok ? parseOwnBody('deliverEntries', input.value.json, session) : input
    if (!body.ok) return body
    const response = await runWithinCapacity(async () =>
      ok(await deliverEntries(body.value, session, http.get('requestId'))),
    )
    return response.ok ? ok(http.json(response.value)) : response
  }

  return async (name: CallName, http: Http): Promise<DispatchResult> => {
    if (isOpenCall(name)) return dispatchDirect(name, http)
    const session = http.get('session')
    if (!session) return fail({ code: 'signed-out' })
    if (isAdminCall(name)) {
      const { access } = productApi[name]
      const needsSecondFactor = access !== 'unproved-admin'
      const requiredRole = access === 'unproved-admin' ? 'viewer' : access
      if (!includesRole(session.role, requiredRole)) return fail({ code: 'admin-only' })
      if (needsSecondFactor && !session.hasSecondFactor) return fail({ code: 'second-factor-needed' })
      return dispatchDirect(name, http)
    }
    if (isBatchCall(name)) return dispatchBatch(http, session)
    return isOutboxCall(name) ? dispatchEntry(name, http, session) : dispatchCustomerCall(name, http, session)
  }
}

/**
 * Registers a route for each call of the contract. The route checks the method and the caller, and runs the
 * call.
 */
export const dispatchCalls = (app: Hono<AppEnv>, deps: Deps): void => {
  const dispatch = createDispatch(deps)
  for (const name of callNames) {
    const { method, path } = productApi[name]
    const allowedMethods: readonly string[] = method === 'GET' ? ['GET', 'HEAD'] : [method]
    app.all(path, async (http) => {
      http.set('route', path)
      if (!allowedMethods.includes(http.req.method)) {
        http.header('Allow', allowedMethods.join(', '))
        return respondWithError(http, { code: 'method-not-allowed' })
      }
      const authorization = await deps.authorize(name, http)
      const result = authorization.ok ? await dispatch(name, http) : authorization
      return result.ok ? result.value : respondWithError(http, result.error)
    })
  }
}
