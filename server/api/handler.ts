import type { InferOutput } from 'valibot'
import {
  productApi,
  type ResponseOf,
  type CallName,
  type OutboxCall,
  type ProductApi,
} from '../../src/contract/product-api.ts'
import type { Result } from '../../src/lib/result.ts'
import type { Session } from '../auth/sessions.ts'
import type { Database } from '../db/database.ts'
import type { Http } from '../http/app-env.ts'
import type { Refusal } from '../http/refusal.ts'

/** A body after its schema has checked and cleaned it. */
export type Body<N extends CallName> = InferOutput<ProductApi[N]['body']>

type CallsWith<Row> = { [N in CallName]: ProductApi[N] extends Row ? N : never }[CallName]

/** The four ways of being called, as the rows of the contract say: each has its own kind of handler. */
export type OpenCall = CallsWith<{ access: 'anyone' }>
export type AskedCall = CallsWith<{ access: 'customer'; delivery: 'direct' }>
export type AdminCall = CallsWith<{ access: 'admin' }>

/** The accepted outbox entry that an effect belongs to. */
export type Entry = { customer: string; sequence: number; receivedAt: Date }

/** Anyone may call; what the tokens in the body prove is the handler's business. */
export type OpenHandler<N extends OpenCall> = (
  body: Body<N>,
  http: Http,
) => Promise<Result<ResponseOf<N>, Refusal>>

/** A signed-in customer asks about themselves. */
export type AskedHandler<N extends AskedCall> = (body: Body<N>, session: Session) => Promise<ResponseOf<N>>

/**
 * What an outbox entry does. `refuse` looks at the body alone, before anything is written. `write` happens in the
 * transaction that also stores the entry's key, and cannot refuse: both are stored, or neither.
 */
export type OutboxHandler<N extends OutboxCall> = {
  refuse?: (body: Body<N>) => Refusal | undefined
  write: (tx: Database, entry: Entry, body: Body<N>) => Promise<Omit<ResponseOf<N>, 'receipt'>>
}

export type AdminHandler<N extends AdminCall> = (query: Body<N>, http: Http) => Promise<Response>

/** One handler for every row of the contract: a missing one does not compile. */
export type Handlers = {
  open: { [N in OpenCall]: OpenHandler<N> }
  asked: { [N in AskedCall]: AskedHandler<N> }
  outbox: { [N in OutboxCall]: OutboxHandler<N> }
  admin: { [N in AdminCall]: AdminHandler<N> }
}

export const isCallName = (name: string): name is CallName => Object.hasOwn(productApi, name)
export const callNames: readonly CallName[] = Object.keys(productApi).filter(isCallName)

export const isOpen = (name: CallName): name is OpenCall => productApi[name].access === 'anyone'
export const isAdmin = (name: CallName): name is AdminCall => productApi[name].access === 'admin'
export const isOutbox = (name: CallName): name is OutboxCall => productApi[name].delivery === 'outbox'
