import * as v from 'valibot'
import { headers, productApi, type CallName, type OutboxCall } from '../../src/contract/product-api.ts'
import { idempotencyKey } from '../../src/contract/shapes.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { Session } from '../auth/sessions.ts'
import type { Http } from '../http/app-env.ts'
import { readJson } from './read-json.ts'
import type { Refusal } from '../http/refusal.ts'
import {
  isAdmin,
  isOpen,
  isOutbox,
  type AdminCall,
  type AskedCall,
  type Handlers,
  type OpenCall,
} from './handler.ts'
import type { CarryOut } from './carry-out.ts'
import { deviceSequence } from './device-sequence.ts'
import { parseBody, parseOwn } from './parse.ts'
import { upgraderOf } from './schema-version.ts'

/* oxlint-disable typescript/no-unnecessary-type-parameters -- N ties a body to the handler of the same row. */

type Answered = Promise<Result<Response, Refusal>>

/** Answers a call the way its row asks for: open to anyone, asked by a customer, from an outbox, or for admins. */
export const createAnswerCall = ({ handlers, carryOut }: { handlers: Handlers; carryOut: CarryOut }) => {
  const open = async <N extends OpenCall>(name: N, http: Http): Answered => {
    const read = productApi[name].method === 'GET' ? ok({ json: undefined }) : await readJson(http)
    if (!read.ok) return read
    const body = parseBody(name, read.value.json)
    if (!body.ok) return body
    const answer = await handlers.open[name](body.value, http)
    return answer.ok ? ok(http.json(answer.value)) : answer
  }

  const asked = async <N extends AskedCall>(name: N, http: Http, session: Session): Answered => {
    const read = await readJson(http)
    const own = read.ok ? parseOwn(name, read.value.json, session) : read
    return own.ok ? ok(http.json(await handlers.asked[name](own.value, session))) : own
  }

  const outbox = async <N extends OutboxCall>(name: N, http: Http, session: Session): Answered => {
    const read = await readJson(http)
    if (!read.ok) return read
    const { bytes, json } = read.value
    const key = v.safeParse(idempotencyKey, http.req.header(headers.idempotencyKey))
    if (!key.success) return fail({ code: 'key-missing' })
    const sequence = deviceSequence(http.req.header(headers.deviceSequence), session)
    const { customer } = session
    const delivery = { customer, key: key.output.toLowerCase(), bytes, ...(sequence && { sequence }) }
    const delivered = await carryOut(name, delivery, async () => {
      const upgrade = upgraderOf(name, http.req.header(headers.schemaVersion))
      return upgrade.ok ? parseOwn(name, upgrade.value(json), session) : upgrade
    })
    if (!delivered.ok) return delivered
    if (delivered.value.replayed) http.header(headers.idempotentReplay, 'true')
    http.header('Content-Type', 'application/json')
    return ok(http.body(JSON.stringify(delivered.value.answer)))
  }

  const admin = async <N extends AdminCall>(name: N, http: Http, session: Session): Answered => {
    if (!session.admin) return fail({ code: 'admin-only' })
    const isQuery = productApi[name].method === 'GET'
    const read = isQuery ? ok({ json: http.req.query() }) : await readJson(http)
    if (!read.ok) return read
    const asked = parseBody(name, read.value.json)
    return asked.ok ? ok(await handlers.admin[name](asked.value, http)) : asked
  }

  return async (name: CallName, http: Http): Answered => {
    if (isOpen(name)) return open(name, http)
    const session = http.get('session')
    if (!session) return fail({ code: 'signed-out' })
    if (isOutbox(name)) return outbox(name, http, session)
    return isAdmin(name) ? admin(name, http, session) : asked(name, http, session)
  }
}

export type AnswerCall = ReturnType<typeof createAnswerCall>
