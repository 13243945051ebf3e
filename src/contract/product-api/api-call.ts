import type * as v from 'valibot'
import { receipt } from './receipt.ts'
import { customerId } from '../shapes.ts'

/**
 * One call of the product API. `access`: who may call; `customer` also means that `customer_id` in the body must be the
 * session's own. `delivery: 'outbox'`: carries an `Idempotency-Key`, is written exactly once, and a replay gets the
 * stored answer.
 */
export type ApiCall = {
  method: 'GET' | 'POST'
  path: `/api/${string}`
  access: 'anyone' | 'customer' | 'admin'
  delivery: 'direct' | 'outbox'
  body: v.GenericSchema<unknown, unknown>
  answer: v.GenericSchema<unknown, unknown>
  summary: string
}

/** A call that anyone may make. */
export const open = (path: `/api/${string}`, summary: string) =>
  ({ method: 'POST', path, access: 'anyone', delivery: 'direct', summary }) as const

/** A question of a customer. */
export const asked = (path: `/api/${string}`, summary: string) =>
  ({ method: 'POST', path, access: 'customer', delivery: 'direct', summary }) as const

/** Something of a customer that is stored, by way of the outbox. */
export const saved = (path: `/api/${string}`, summary: string) =>
  ({ method: 'POST', path, access: 'customer', delivery: 'outbox', summary }) as const

/** Whose call it is. */
export const mine = { customer_id: customerId }

/** The answer where there is nothing to tell but that it is stored. */
export const received = { receipt }
