import type * as v from 'valibot'
import type { ApiErrorCode } from '../errors.ts'
import { customerId } from '../shapes.ts'
import { receipt } from './receipt.ts'

/**
 * One call of the product API. `access` determines who may call; `customer` also requires that `customer_id`
 * in the body is the customer of the session. A call with `delivery: 'outbox'` carries an `Idempotency-Key`
 * and takes effect once; a replay gets the stored response. A `batch` call carries several such entries.
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

const createCall =
  <const Kind extends Pick<ApiCall, 'method' | 'access' | 'delivery'>>(kind: Kind) =>
  (path: ApiCall['path'], summary: string) => ({ ...kind, path, summary })

/** A call that works without a session. */
export const openCall = createCall({ method: 'POST', access: 'anyone', delivery: 'direct' })

/** A call by which customers read their own data. */
export const customerCall = createCall({ method: 'POST', access: 'customer', delivery: 'direct' })

/** A call that stores data of a customer, sent by the outbox. */
export const outboxCall = createCall({ method: 'POST', access: 'customer', delivery: 'outbox' })

/** A read-only call that works without a session. */
export const openQuery = createCall({ method: 'GET', access: 'anyone', delivery: 'direct' })

/** A read-only call for admins. Its body is the query of the URL. */
export const adminQuery = createCall({ method: 'GET', access: 'admin', delivery: 'direct' })

/** The field of a body that names the customer. */
export const customerField = { customer_id: customerId }

/** The field of a response that confirms what was stored. */
export const receiptField = { receipt }
