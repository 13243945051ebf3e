import type * as v from 'valibot'
import type { ApiErrorCode } from '../errors.ts'
import type { AdminRole } from '../roles.ts'
import { customerId } from '../shared-schemas.ts'
import { receipt } from './receipt.ts'

/** One call of the product API. */
export type ApiCall = {
  method: 'GET' | 'POST'
  path: `/api/${string}`
  /**
   * Who may make it. `customer` also requires that `customer_id` in the body is the session's customer.
   * A role is the lowest that may make it, and requires a second factor that was proved in the session.
   * `unproved-admin` is any role but `coach`, without a second factor.
   */
  access: 'anyone' | 'customer' | 'unproved-admin' | AdminRole
  /**
   * `direct`: a screen makes the call. `outbox`: the outbox makes it. It has an `Idempotency-Key` and takes
   * effect only once. If it is repeated, it gets the stored response. `batch`: delivers several such calls.
   */
  delivery: 'direct' | 'outbox' | 'batch'
  body: v.GenericSchema<unknown, unknown>
  response: v.GenericSchema<unknown, unknown>
  /** The refusals that follow from none of the fields above. */
  errors?: readonly ApiErrorCode[]
}

const createCall =
  <const Kind extends Pick<ApiCall, 'method' | 'access' | 'delivery'>>(kind: Kind) =>
  (path: ApiCall['path']) => ({ ...kind, path })

/** Creates a call that works without a session. */
export const openCall = createCall({ method: 'POST', access: 'anyone', delivery: 'direct' })

/** Creates a call that customers use to read their own data. */
export const customerCall = createCall({ method: 'POST', access: 'customer', delivery: 'direct' })

/** Creates a call that stores data of a customer. The outbox sends it. */
export const outboxCall = createCall({ method: 'POST', access: 'customer', delivery: 'outbox' })

/** Creates a read-only call that works without a session. Its body is the query of the URL. */
export const openQuery = createCall({ method: 'GET', access: 'anyone', delivery: 'direct' })

/** Creates a call that admins use to prove a second factor. */
export const secondFactorCall = createCall({ method: 'POST', access: 'unproved-admin', delivery: 'direct' })

// Create a read-only call for admins with this role or a higher one. Its body is the query of the URL.
export const viewerQuery = createCall({ method: 'GET', access: 'viewer', delivery: 'direct' })
export const supporterQuery = createCall({ method: 'GET', access: 'supporter', delivery: 'direct' })
export const managerQuery = createCall({ method: 'GET', access: 'manager', delivery: 'direct' })

/** The body field with the customer. */
export const customerField = { customer_id: customerId }

/** The response field that confirms what was stored. */
export const receiptField = { receipt }
