import * as v from 'valibot'
import { isKnownSchema, upgradeBody } from '../../src/contract/schema-version.ts'
import type { BodyOf, OutboxCall } from '../../src/contract/product-api.ts'
import { receipt } from '../../src/contract/product-api/receipt.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { Log } from '../http/log.ts'
import { refuse, type Refusal } from '../http/refusal.ts'
import { isCallName, isOutbox, type AdminHandler, type Body } from '../api/handler.ts'
import type { CarryOut } from '../api/carry-out.ts'
import type { Customers } from './customer-store.ts'
import type { Delivered } from '../api/deliver.ts'
import { isOwn, parseBody } from '../api/parse.ts'

const answered = v.object({ receipt })
const invalid = (path: string) => fail<Refusal>({ code: 'invalid-body', path })

const parseJson = (text: string): Result<unknown, Refusal> => {
  try {
    return ok(JSON.parse(text))
  } catch {
    return fail({ code: 'bad-json', path: 'body' })
  }
}

/** What an entry says, as the body of its call; refused when it is of another customer than the file. */
const bodyOf = <N extends OutboxCall>(
  call: N,
  { customer_id: customer, schema, body: text }: BodyOf<'rescueEntry'>,
): Result<Body<N>, Refusal> => {
  if (!isKnownSchema(schema)) return fail({ code: 'schema-unknown', path: 'schema' })
  const json = parseJson(text)
  if (!json.ok) return json
  const body = parseBody(call, upgradeBody(call, schema, json.value))
  if (!body.ok) return fail({ ...body.error, path: `body.${body.error.path ?? ''}` })
  return isOwn(Object(body.value), customer) ? body : fail({ code: 'other-customer', path: 'customer_id' })
}

/**
 * Entries of rescue files, brought by an admin: each takes the same way as one that its phone sends, so that one which
 * arrived before, by file or by phone, is known again.
 */
export const createRescueCall = ({
  customers,
  carryOut,
  log,
}: {
  customers: Pick<Customers, 'find'>
  carryOut: CarryOut
  log: Log
}) => {
  const deliver = async (entry: BodyOf<'rescueEntry'>): Promise<Result<Delivered, Refusal>> => {
    const { customer_id: customer, call, device, seq, key } = entry
    if (!isCallName(call) || !isOutbox(call)) return invalid('call')
    const delivery = {
      customer,
      key: key.toLowerCase(),
      bytes: Buffer.from(entry.body),
      sequence: { device: device.toLowerCase(), seq },
    }
    return carryOut(call, delivery, async () => {
      const body = bodyOf(call, entry)
      const isKnown = !body.ok || (await customers.find(customer))
      return isKnown ? body : fail({ code: 'not-found', path: 'customer_id' })
    })
  }

  const rescueEntry: AdminHandler<'rescueEntry'> = async (entry, http) => {
    const delivered = await deliver(entry)
    const came = delivered.ok ? (delivered.value.replayed ? 'known' : 'accepted') : delivered.error.code
    log.info('rescue', {
      requestId: http.get('requestId'),
      admin: http.get('session')?.customer,
      customer: entry.customer_id,
      key: entry.key,
      came,
    })
    if (!delivered.ok) return refuse(http, delivered.error)
    const { answer, replayed } = delivered.value
    return http.json({ ...v.parse(answered, answer), replayed })
  }

  return { rescueEntry }
}
