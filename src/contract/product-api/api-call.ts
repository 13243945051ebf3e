import type * as v from 'valibot'
import { customerId } from '../shapes.ts'
import { receipt } from './receipt.ts'

/**
 * One call of the product API. `access`: who may call; `customer` also means that `customer_id` in the body must be the
 * session's own. `delivery: 'outbox'`: carries an `Idempotency-Key`, is written exactly once, and a replay gets the
 * stored response.
 */
export type ApiCall = {
  method: 'GET' | 'POST'
  path: `/api/${string}`
  access: 'anyone' | 'customer' | 'admin'
  delivery: 'direct' | 'outbox'
  body: v.GenericSchema<unknown, unknown>
  response: v.GenericSchema<unknown, unknown>
  summary: string
}

/** A call that anyone may make. */
export const openCall = (path: `/api/${string}`, summary: string) =>
  ({ method: 'POST', path, access: 'anyone', delivery: 'direct', summary }) as const

/** A call by which customers read what is stored of them. */
export const customerCall = (path: `/api/${string}`, summary: string) =>
  ({ method: 'POST', path, access: 'customer', delivery: 'direct', summary }) as const

/** A call that stores something of a customer, by way of the outbox. */
export const outboxCall = (path: `/api/${string}`, summary: string) =>
  ({ method: 'POST', path, access: 'customer', delivery: 'outbox', summary }) as const

/** The field that says whose call it is. */
export const ofCustomer = { customer_id: customerId }

/** The response of a call that only stores something. */
export const withReceipt = { receipt }
