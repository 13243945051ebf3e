import type { Hono } from 'hono'
import * as v from 'valibot'
import {
  callNames,
  headers,
  productApi,
  type CallName,
  type OutboxCall,
} from '../../src/contract/product-api.ts'
import { idempotencyKey } from '../../src/contract/shapes.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { AppEnv, Http, Session } from '../http/app-env.ts'
import { refuse, type Refusal } from '../http/refusal.ts'
import type { Authorize } from './authorize.ts'
import type { CarryOut } from './carry-out.ts'
import {
  isAdmin,
  isOpen,
  isOutbox,
  type CustomerCall,
  type CustomerHandlers,
  type DirectCall,
  type DirectHandlers,
} from './handler.ts'
import { parseBody, parseOwn, parseVersion, readJson, upgradeFrom } from './parse.ts'
import { parseCapturedAt, parseDeviceSequence, parseFormerReceipt } from './parse-headers.ts'

/* oxlint-disable typescript/no-unnecessary-type-parameters -- N ties a body to the handler of the same row. */

type Dispatched = Promise<Result<Response, Refusal>>
type Deps = { authorize: Authorize; handlers: DirectHandlers & CustomerHandlers; carryOut: CarryOut }

/** Carries a call out the way its row asks for. */
const createDispatch = ({ handlers, carryOut }: Deps) => {
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
    const key = v.safeParse(idempotencyKey, http.req.header(headers.idempotencyKey))
    if (!key.success) return fail({ code: 'key-missing' })
    const sequence = parseDeviceSequence(http.req.header(headers.deviceSequence), session)
    const capturedAt = parseCapturedAt(http.req.header(headers.capturedAt))
    const former = parseFormerReceipt(http.req.header(headers.formerReceipt))
    const version = parseVersion(http.req.header(headers.schemaVersion))
    const delivery = {
      customer: session.customer,
      key: key.output.toLowerCase(),
      bytes,
      version,
      ...(sequence && { sequence }),
      ...(capturedAt && { capturedAt }),
      ...(former && { former }),
    }
    const delivered = await carryOut(name, delivery, async () => {
      const upgraded = upgradeFrom(version, name, json)
      return upgraded.ok ? parseOwn(name, upgraded.value, session) : upgraded
    })
    if (!delivered.ok) return delivered
    if (delivered.value.replayed) http.header(headers.idempotentReplay, 'true')
    http.header('Content-Type', 'application/json')
    return ok(http.body(JSON.stringify(delivered.value.response)))
  }

  return async (name: CallName, http: Http): Dispatched => {
    if (isOpen(name)) return direct(name, http)
    const session = http.get('session')
    if (!session) return fail({ code: 'signed-out' })
    if (isAdmin(name)) return session.admin ? direct(name, http) : fail({ code: 'admin-only' })
    return isOutbox(name) ? fromOutbox(name, http, session) : ofCustomer(name, http, session)
  }
}

/** Puts every row of the contract under its address. */
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
