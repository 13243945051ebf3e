import * as v from 'valibot'
import { sha256 } from '../../node/sha256.ts'
import { isCallName, type BodyOf, type OutboxCall } from '../../src/contract/product-api.ts'
import { receipt } from '../../src/contract/product-api/receipt.ts'
import { parseJson } from '../../src/lib/http/parse-json.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import { offsetOf } from '../../src/lib/time/zoned-time.ts'
import type { Log } from '../http/log.ts'
import { isOutbox, type Body, type DirectHandler } from '../api/handler.ts'
import type { Delivered } from '../api/deliver.ts'
import type { DeliverEntries } from '../api/deliver-entries.ts'
import type { ReceiptKeys } from '../api/sign-receipt.ts'
import { isOwn, parseBody, upgradeFrom } from '../api/parse.ts'
import { parseCapturedAt } from '../api/read-entry.ts'
import type { Refusal } from '../http/refusal.ts'
import type { CustomerStore } from './customer-store.ts'

const withReceipt = v.object({ receipt })
const invalid = (path: string) => fail<Refusal>({ code: 'invalid-body', path })

/** The body of an entry's call. Refused if it names a different customer than the file. */
const bodyOf = <N extends OutboxCall>(
  call: N,
  { customer_id: customer, schema, body: text }: BodyOf<'rescueEntry'>,
): Result<Body<N>, Refusal> => {
  const json = parseJson(text)
  if (json === undefined) return fail({ code: 'bad-json', path: 'body' })
  const upgraded = upgradeFrom(schema, call, json)
  if (!upgraded.ok) return fail({ ...upgraded.error, path: 'schema' })
  const body = parseBody(call, upgraded.value)
  if (!body.ok) return fail({ ...body.error, path: ['body', body.error.path].filter(Boolean).join('.') })
  return isOwn(Object(body.value), customer) ? body : fail({ code: 'other-customer', path: 'customer_id' })
}

type Deps = {
  customerStore: Pick<CustomerStore, 'find'>
  deliverEntry: DeliverEntries['deliverEntry']
  keys: Pick<ReceiptKeys, 'isStatement'>
  log: Log
}

/**
 * Delivers entries from rescue files that an admin uploads. Each entry takes the same path as one from its
 * phone, so the server recognises an entry that arrived before. Its sequence number counts only if the file
 * proves that the device belongs to the customer: otherwise anybody who knows a device id could write a file
 * that fills the device's gaps.
 */
export const createRescue = ({ customerStore, deliverEntry, keys, log }: Deps) => {
  const isProven = async ({ statement, device, customer_id }: BodyOf<'rescueEntry'>): Promise<boolean> =>
    statement?.device === device &&
    statement.customer_id === customer_id &&
    (await keys.isStatement(statement))

  const deliver = async (entry: BodyOf<'rescueEntry'>): Promise<Result<Delivered, Refusal>> => {
    const { customer_id: customer, call, device, seq, key } = entry
    if (!isCallName(call)) return fail({ code: 'schema-unknown', path: 'call' })
    if (!isOutbox(call)) return invalid('call')
    const capturedAt = parseCapturedAt(entry.captured_at)
    const readBody = async () => {
      const body = bodyOf(call, entry)
      const isKnown = !body.ok || (await customerStore.find(customer))
      return isKnown
        ? body
        : fail<Refusal>({ code: 'not-found', path: 'customer_id', detail: 'There is no such customer.' })
    }
    return deliverEntry({
      call,
      customer,
      key: key.toLowerCase(),
      hash: sha256(entry.body),
      version: entry.schema,
      ...((await isProven(entry)) && { sequence: { device: device.toLowerCase(), seq } }),
      ...(capturedAt && { capturedAt, offset: offsetOf(entry.captured_at ?? '') }),
      readBody,
    })
  }

  const rescueEntry: DirectHandler<'rescueEntry'> = async (entry, http) => {
    const delivered = await deliver(entry)
    const came = delivered.ok ? (delivered.value.replayed ? 'known' : 'accepted') : delivered.error.code
    log.info('rescue', {
      requestId: http.get('requestId'),
      admin: http.get('session')?.customer,
      customer: entry.customer_id,
      key: entry.key,
      came,
    })
    if (!delivered.ok) return delivered
    const { response, replayed } = delivered.value
    return ok({ ...v.parse(withReceipt, response), replayed })
  }

  return { rescueEntry }
}
