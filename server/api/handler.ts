import type { InferOutput } from 'valibot'
import {
  productApi,
  type CallName,
  type OutboxCall,
  type ProductApi,
  type ResponseOf,
} from '../../src/contract/product-api.ts'
import type { Result } from '../../src/lib/result.ts'
import type { Database } from '../db/database.ts'
import type { Http, Session } from '../http/app-env.ts'
import type { Refusal } from '../http/refusal.ts'
import type { Addition } from './addition.ts'
import type { SigningKey } from './sign-receipt.ts'

/** A body after its schema has checked and cleaned it. */
export type Body<N extends CallName> = InferOutput<ProductApi[N]['body']>

type CallsWith<Row> = { [N in CallName]: ProductApi[N] extends Row ? N : never }[CallName]

type OpenCall = CallsWith<{ access: 'anyone' }>
export type AdminCall = CallsWith<{ access: 'admin' }>

/** The ways of being carried out, as the rows of the contract say; the third is `OutboxCall`. */
export type DirectCall = OpenCall | AdminCall
type BatchCall = CallsWith<{ delivery: 'batch' }>
export type CustomerCall = CallsWith<{ access: 'customer'; delivery: 'direct' }>

/** The accepted outbox entry that an effect belongs to. */
export type Entry = {
  customer: string
  sequence: number
  receivedAt: Date
  /** By the device's corrected clock, but not in the future; the time of arrival where the device did not say. */
  capturedAt: Date
  /** The distance from UTC where it was captured, as `-03:00`; `Z` where the device did not say. */
  offset: string
  /** Where it was captured and the number that it has there, if that is known. */
  device: string | null
  seq: number | null
  /** The version of the contract in which its body was captured. */
  version: number
  /** Signs what the server says about it. */
  signing: SigningKey
}

/** Of a call for anyone or for admins; what the tokens in a body prove is the handler's business. */
export type DirectHandler<N extends DirectCall> = (
  body: Body<N>,
  http: Http,
) => Promise<Result<ResponseOf<N> | Response, Refusal>>

/** Of a call by which a signed-in customer reads or reports something of their own. */
export type CustomerHandler<N extends CustomerCall> = (
  body: Body<N>,
  session: Session,
) => Promise<ResponseOf<N>>

/** Of one whose response may be too long for the memory: its JSON, piece by piece. */
export type StreamedHandler<N extends CustomerCall> = (
  body: Body<N>,
  session: Session,
) => ReadableStream<string>

/**
 * What an outbox entry does. `refuse` looks at the body alone and at the version of the contract that it was captured in,
 * before anything is written. `write` happens in the transaction that also stores the entry's key, and cannot refuse: both
 * are stored, or neither. `adds` is for an entry that only adds something and responds nothing else: what several add is stored
 * together.
 */
export type OutboxHandler<N extends OutboxCall> = {
  refuse?: (body: Body<N>, version: number) => Refusal | undefined
} & (
  | { write: (tx: Database, entry: Entry, body: Body<N>) => Promise<Omit<ResponseOf<N>, 'receipt'>> }
  | { adds: (entry: Entry, body: Body<N>) => Addition[] }
)

export type DirectHandlers = { [N in DirectCall]: DirectHandler<N> }
export type CustomerHandlers = { [N in CustomerCall]: CustomerHandler<N> | StreamedHandler<N> }
export type OutboxHandlers = { [N in OutboxCall]: OutboxHandler<N> }

/** One handler for every row of the contract: a missing one does not compile. */
export type Handlers = DirectHandlers & CustomerHandlers & OutboxHandlers

export const isOpen = (name: CallName): name is OpenCall => productApi[name].access === 'anyone'
export const isAdmin = (name: CallName): name is AdminCall => productApi[name].access === 'admin'
export const isBatch = (name: CallName): name is BatchCall => productApi[name].delivery === 'batch'
export const isOutbox = (name: CallName): name is OutboxCall => productApi[name].delivery === 'outbox'
