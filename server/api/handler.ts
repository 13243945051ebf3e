import type { PgTable } from 'drizzle-orm/pg-core'
import type { InferOutput } from 'valibot'
import {
  productApi,
  type CallName,
  type OutboxCall,
  type ProductApi,
  type ResponseOf,
} from '../../src/contract/product-api.ts'
import type { AdminRole } from '../../src/contract/roles.ts'
import type { Answer } from '../../src/contract/shared-schemas.ts'
import type { Result } from '../../src/lib/result.ts'
import type { Segment } from '../../src/lib/watched-segments.ts'
import type { Database } from '../db/database.ts'
import type { NewestValue } from '../db/deliveries/store-newest.ts'
import type { ApiError } from '../http/api-error.ts'
import type { Http, Session } from '../http/app-env.ts'
import type { SigningKey } from './sign-receipt.ts'

/*
 * The contract (`productApi`) has one row for each call. The row decides how the call runs. There are
 * four kinds: `DirectCall`, `CustomerCall`, `OutboxCall` (a type of the contract) and `BatchCall`, which
 * delivers several outbox calls.
 */

/** A body after its schema has validated and converted it. */
export type Body<N extends CallName> = InferOutput<ProductApi[N]['body']>

/** The names of the calls whose row has these properties. */
type CallsWith<Row> = { [N in CallName]: ProductApi[N] extends Row ? N : never }[CallName]

/** A call that needs no session. */
type OpenCall = CallsWith<{ access: 'anyone' }>
export type AdminCall = CallsWith<{ access: AdminRole | 'unproved-admin' }>

export type DirectCall = OpenCall | AdminCall
type BatchCall = CallsWith<{ delivery: 'batch' }>
export type CustomerCall = CallsWith<{ access: 'customer'; delivery: 'direct' }>

/** An entry of an outbox that the server accepts. */
export type Entry = {
  customer: string
  /** The number of the delivery, which grows with each entry that the server accepts. */
  sequence: number
  receivedAt: Date
  /** By the device's corrected clock, never in the future. Without a time from the device, `receivedAt`. */
  capturedAt: Date
  /** The UTC offset at the place of capture, such as `-03:00`; `Z` if the device sent none. */
  offset: string
  /** The device that captured the entry, and the entry's number there. Both are null if they are unknown. */
  device: string | null
  seq: number | null
  /** The version of the contract that the body follows. */
  version: number
  /** Signs the server's receipts for the entry. */
  signingKey: SigningKey
}

export type NewRow = { table: PgTable; values: Record<string, unknown> }

/** What a coach did with the video or the text of a module. */
export type ModuleActivity = {
  watched: readonly Segment[]
  /** Absent if the entry does not mention the position. */
  position?: number | null
  /** Whether the coach reached the end of the text. */
  read?: boolean
}

/** What an entry changes in a module: work on its video or text, or answers to its questions. */
export type ModuleChange = { moduleId: string } & ({ activity: ModuleActivity } | { answers: Answer[] })

/**
 * What an entry adds to its customer's data: a `row`, a value that replaces the stored one if it is the
 * `newest`, or a `change` in a module. A few statements store the additions of several entries.
 */
export type Addition = { row: NewRow } | { newest: NewestValue } | { change: ModuleChange }

/** Handles a call for anyone or for admins. The handler checks the tokens in the body. */
export type DirectHandler<N extends DirectCall> = (
  body: Body<N>,
  http: Http,
) => Promise<Result<ResponseOf<N> | Response, ApiError>>

/** Handles a call where a signed-in customer reads or reports their own data. */
export type CustomerHandler<N extends CustomerCall> = (
  body: Body<N>,
  session: Session,
) => Promise<ResponseOf<N>>

/** Handles a call whose response may not fit in memory. Returns the JSON as a stream. */
export type StreamedHandler<N extends CustomerCall> = (
  body: Body<N>,
  session: Session,
) => ReadableStream<string>

/**
 * Handles an outbox entry. `validate` sees only the body and its version of the contract, and runs before
 * anything is written. An accepted entry is stored in one of two ways:
 *
 * - `listAdditions`: for an entry that only adds data and responds with nothing but its receipt. The
 *   additions of several entries are stored together, with few statements.
 * - `write`: for every other entry. Runs in the transaction that also stores the entry's key, and cannot
 *   reject the entry: both are stored, or neither.
 */
export type OutboxHandler<N extends OutboxCall> = {
  validate?: (body: Body<N>, version: number) => ApiError | undefined
} & (
  | { write: (tx: Database, entry: Entry, body: Body<N>) => Promise<Omit<ResponseOf<N>, 'receipt'>> }
  | { listAdditions: (entry: Entry, body: Body<N>) => Addition[] }
)

/**
 * The storing part of a handler, bound to the body of an entry. The response contains what `write` returns.
 */
export type Effect =
  | { write: (tx: Database, entry: Entry) => Promise<object> }
  | { listAdditions: (entry: Entry) => Addition[] }

/** Binds a handler to the body of its call. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- N ties a body to its handler.
export const toEffect = <N extends OutboxCall>(handler: OutboxHandler<N>, body: Body<N>): Effect =>
  'listAdditions' in handler
    ? { listAdditions: (entry) => handler.listAdditions(entry, body) }
    : { write: (tx, entry) => handler.write(tx, entry, body) }

export type DirectHandlers = { [N in DirectCall]: DirectHandler<N> }
export type CustomerHandlers = { [N in CustomerCall]: CustomerHandler<N> | StreamedHandler<N> }
export type OutboxHandlers = { [N in OutboxCall]: OutboxHandler<N> }

/** One handler for each row of the contract. A missing handler does not compile. */
export type Handlers = DirectHandlers & CustomerHandlers & OutboxHandlers

export const isOpenCall = (name: CallName): name is OpenCall => productApi[name].access === 'anyone'
export const isAdminCall = (name: CallName): name is AdminCall =>
  !['anyone', 'customer'].includes(productApi[name].access)
export const isBatchCall = (name: CallName): name is BatchCall => productApi[name].delivery === 'batch'
export const isOutboxCall = (name: CallName): name is OutboxCall => productApi[name].delivery === 'outbox'
