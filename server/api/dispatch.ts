import type { Hono } from 'hono'
import {
  callNames,
  headers,
  productApi,
  type CallName,
  type OutboxCall,
} from '../../src/contract/product-api.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { AppEnv, Http, Session } from '../http/app-env.ts'
import { refuse, type Refusal } from '../http/refusal.ts'
import type { Authorize } from './authorize.ts'
import type { WithinCapacity } from './capacity.ts'
import type { DeliverEntries } from './deliver-entries.ts'
import {
  isAdmin,
  isBatch,
  isOpen,
  isOutbox,
  type CustomerCall,
  type CustomerHandlers,
  type DirectCall,
  type DirectHandlers,
} from './handler.ts'
import { parseBody, parseOwn, readJson } from './parse.ts'
import { readEntry } from './read-entry.ts'

/* oxlint-disable typescript/no-unnecessary-type-parameters -- N ties a body to the handler of the same row. */

type Dispatched = Promise<Result<Response, Refusal>>
type Deps = DeliverEntries & {
  authorize: Authorize
  handlers: DirectHandlers & CustomerHandlers
  /** Limits the calls that devices repeat by themselves. A person waits for every other call. */
  withinCapacity: WithinCapacity
}

/** Carries out a call by the delivery that its row of the contract names. */
const createDispatch = ({ handlers, deliverEntry, deliverEntries, withinCapacity }: Deps) => {
  const customerHandlers: CustomerHandlers = handlers
  const directHandlers: DirectHandlers = handlers

  const direct = async <N extends DirectCall>(name: N, http: Http): Dispatched => {
    const { method, body: schema } = productApi[name]
    const query = schema.type === 'undefined' ? undefined : http.req.query()
    const read = method === 'GET' ? ok({ json: query }) : await readJson(http)
    if (!read.ok) return read
    const body = parseBody(name, read.value.json)
    if (!body.ok) return body
    const result = await directHandlers[name](body.value, http)
    if (!result.ok) return result
    return ok(result.value instanceof Response ? result.value : http.json(result.value))
  }

  const ofCustomer = async <N extends CustomerCall>(name: N, http: Http, session: Session): Dispatched => {
    const read = await readJson(http)
    const body = read.ok ? parseOwn(name, read.value.json, session) : read
    if (!body.ok) return body
    const response = await customerHandlers[name](body.value, session)
    if (!(response instanceof ReadableStream)) return ok(http.json(response))
    http.header('Content-Type', 'application/json')
    return ok(http.body(response.pipeThrough(new TextEncoderStream())))
  }

  const fromOutbox = async <N extends OutboxCall>(name: N, http: Http, session: Session): Dispatched => {
    const read = await readJson(http)
    if (!read.ok) return read
    const { bytes, json } = read.value
    const sent = { header: (header: string) => http.req.header(header), bytes, json }
    const received = readEntry(name, sent, session)
    if (!received.ok) return received
    const delivered = await withinCapacity(() => deliverEntry(received.value))
    if (!delivered.ok) return delivered
    if (delivered.value.replayed) http.header(headers.idempotentReplay, 'true')
    http.header('Content-Type', 'application/json')
    return ok(http.body(JSON.stringify(delivered.value.response)))
  }

  const severalFromOutbox = async (http: Http, session: Session): Dispatched => {
    const read = await readJson(http)
    const body = read.ok ? parseOwn('deliverEntries', read.value.json, session) : read
    if (!body.ok) return body
    const delivered = await withinCapacity(async () =>
      ok(await deliverEntries(body.value, session, http.get('requestId'))),
    )
    return delivered.ok ? ok(http.json(delivered.value)) : delivered
  }

  return async (name: CallName, http: Http): Dispatched => {
    if (isOpen(name)) return direct(name, http)
    const session = http.get('session')
    if (!session) return fail({ code: 'signed-out' })
    if (isAdmin(name)) return session.admin ? direct(name, http) : fail({ code: 'admin-only' })
    if (isBatch(name)) return severalFromOutbox(http, session)
    return isOutbox(name) ? fromOutbox(name, http, session) : ofCustomer(name, http, session)
  }
}

/** Registers every row of the contract under its path. */
export const dispatchCalls = (app: Hono<AppEnv>, deps: Deps): void => {
  const dispatch = createDispatch(deps)
  for (const name of callNames) {
    const { method, path } = productApi[name]
    const allowed: readonly string[] = method === 'GET' ? ['GET', 'HEAD'] : [method]
    app.all(path, async (http) => {
      http.set('route', path)
      if (!allowed.includes(http.req.method)) {
        http.header('Allow', allowed.join(', '))
        return refuse(http, { code: 'method-not-allowed' })
      }
      const authorized = await deps.authorize(name, http)
      const result = authorized.ok ? await dispatch(name, http) : authorized
      return result.ok ? result.value : refuse(http, result.error)
    })
  }
}
