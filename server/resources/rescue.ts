import * as v from 'valibot'
import { sha256 } from '../../node/sha256.ts'
import { isCallName, type BodyOf, type OutboxCall } from '../../src/contract/product-api.ts'
import { receipt } from '../../src/contract/product-api/receipt.ts'
import { parseJson } from '../../src/lib/http/parse-json.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import { parseOffset } from '../../src/lib/time/zoned-time.ts'
import type { DeliverEntries } from '../api/deliver-entries.ts'
import type { DeliveryResult } from '../api/deliver.ts'
import { isOutboxCall, type Body, type DirectHandler } from '../api/handler.ts'
import { namesCustomer, parseBody, upgradeFrom } from '../api/parse.ts'
import { parseCapturedAt } from '../api/read-entry.ts'
import type { ReceiptKeys } from '../api/sign-receipt.ts'
import type { ApiError } from '../http/api-error.ts'
import type { Log } from '../http/log.ts'
import type { CustomerStore } from './customer-store.ts'

const responseSchema = v.object({ receipt })

/** Parses the body of an entry's call. Rejects it if it names a different customer than the file. */
const parseEntryBody = <N extends OutboxCall>(
  call: N,
  { customer_id: customer, schema, body: text }: BodyOf<'rescueEntry'>,
): Result<Body<N>, ApiError> => {
  const json = parseJson(text)
  if (json === undefined) return fail({ code: 'bad-json', path: 'body' })
  const upgraded = upgradeFrom(schema, call, json)
  if (!upgraded.ok) return fail({ ...upgraded.error, path: 'schema' })
  const body = parseBody(call, upgraded.value)
  // The path in the request of the admin: `body`, or `body.` and the path in the body.
  if (!body.ok) return fail({ ...body.error, path: ['body', body.error.path].filter(Boolean).join('.') })
  return namesCustomer(Object(body.value), customer)
    ? body
    : fail({ code: 'other-customer', path: 'customer_id' })
}

/** Returns the outcome of a delivery for the log. */
const toLogOutcome = (result: DeliveryResult): string => {
  if (!result.ok) return result.error.code
  return result.value.replayed ? 'known' : 'accepted'
}

type Deps = {
  customerStore: Pick<CustomerStore, 'find'>
  deliverEntry: DeliverEntries['deliverEntry']
  keys: Pick<ReceiptKeys, 'hasSignedStatement'>
  log: Log
}

/**
 * Handles the call that delivers the entries of rescue files. A coach saves such a file on a device that
 * cannot send its entries, and an admin uploads it. The entries are delivered like those of a phone, so the
 * server recognises an entry that arrived before. A sequence number is used only if the file proves that the
 * device belongs to the customer. Otherwise, anybody who knows a device id could write a file that fills the
 * device's gaps.
 */
export const createRescue = ({ customerStore, deliverEntry, keys, log }: Deps) => {
  /**
   * Whether the file contains a statement, signed by this server, that the device belongs to the customer.
   */
  const isProven = async ({ statement, device, customer_id }: BodyOf<'rescueEntry'>): Promise<boolean> =>
    statement?.device === device &&
    statement.customer_id === customer_id &&
    (await keys.hasSignedStatement(statement))

  const deliver = async (entry: BodyOf<'rescueEntry'>): Promise<DeliveryResult> => {
    const { customer_id: customer, call, device, seq, key } = entry
    if (!isCallName(call)) return fail({ code: 'schema-unknown', path: 'call' })
    if (!isOutboxCall(call)) return fail({ code: 'invalid-body', path: 'call' })
    const capturedAt = parseCapturedAt(entry.captured_at)
    const readBody = async () => {
      const body = parseEntryBody(call, entry)
      if (!body.ok || (await customerStore.find(customer))) return body
      return fail<ApiError>({ code: 'not-found', path: 'customer_id', detail: 'There is no such customer.' })
    }
    return deliverEntry({
      call,
      customer,
      key: key.toLowerCase(),
      hash: sha256(entry.body),
      version: entry.schema,
      ...((await isProven(entry)) && { deviceSequence: { device: device.toLowerCase(), seq } }),
      ...(capturedAt && { capturedAt, offset: parseOffset(entry.captured_at ?? '') }),
      readBody,
    })
  }

  const rescueEntry: DirectHandler<'rescueEntry'> = async (entry, http) => {
    const result = await deliver(entry)
    log.info('rescue', {
      requestId: http.get('requestId'),
      admin: http.get('session')?.customer,
      customer: entry.customer_id,
      key: entry.key,
      came: toLogOutcome(result),
    })
    if (!result.ok) return result
    const { response, replayed } = result.value
    return ok({ ...v.parse(responseSchema, response), replayed })
  }

  return { rescueEntry }
}
