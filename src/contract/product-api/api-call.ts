import type * as v from 'valibot'
import type { ApiErrorCode } from '../errors.ts'
import { customerId } from '../shapes.ts'
import { receipt } from './receipt.ts'

/**
 * One call of the product API. `access`: who may call; `customer` also means that `customer_id` in the body must be the
 * session's own. `delivery: 'outbox'`: carries an `Idempotency-Key`, is written once, and a replay gets the stored
 * response. `batch`: carries several such entries.
 */
export type ApiCall = {
  method: 'GET' | 'POST'
  path: `/api/${string}`
  access: 'anyone' | 'customer' | 'admin'
  delivery: 'direct' | 'outbox' | 'batch'
  body: v.GenericSchema<unknown, unknown>
  response: v.GenericSchema<unknown, unknown>
  summary: string
  /** Refusals that do not follow from the fields above. */
  errors?: readonly ApiErrorCode[]
}

const callOf =
  <const Kind extends Pick<ApiCall, 'method' | 'access' | 'delivery'>>(kind: Kind) =>
  (path: ApiCall['path'], summary: string) => ({ ...kind, path, summary })

/** A call that anyone may make. */
export const openCall = callOf({ method: 'POST', access: 'anyone', delivery: 'direct' })

/** A call by which customers read what is stored of them. */
export const customerCall = callOf({ method: 'POST', access: 'customer', delivery: 'direct' })

/** A call that stores something of a customer, by way of the outbox. */
export const outboxCall = callOf({ method: 'POST', access: 'customer', delivery: 'outbox' })

/** A call that anyone may make, and that only reads. */
export const openQuery = callOf({ method: 'GET', access: 'anyone', delivery: 'direct' })

/** A call that only reads, for admins; its body is the query of the address. */
export const adminQuery = callOf({ method: 'GET', access: 'admin', delivery: 'direct' })

/** The field that says whose call it is. */
export const ofCustomer = { customer_id: customerId }

/** The response of a call that only stores something. */
export const withReceipt = { receipt }
