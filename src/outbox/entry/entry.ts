import * as v from 'valibot'
import { errors, type ErrorCode } from '../../contract/errors.ts'
import { receipt } from '../../contract/product-api/receipt.ts'
import { isKnownSchema, schemaVersion } from '../../contract/schema-version.ts'
import { parsed } from '../../lib/parsed.ts'
import { sha256 } from '../../lib/sha256.ts'

/** Reasons that a device finds by itself, before anything is sent. */
export const ownReasons = ['unknown-event', 'broken-payload', 'unreadable'] as const
export type OwnReason = (typeof ownReasons)[number]

const errorCodes = Object.keys(errors).filter((code): code is ErrorCode => Object.hasOwn(errors, code))

const text = v.string()

/** ms since epoch; another number cannot be shown as a date, and the screen would fail */
export const time = v.pipe(v.number(), v.minValue(-8.64e15), v.maxValue(8.64e15))

/** Nothing is sent before `until`. */
export const waitSchema = v.object({
  code: v.picklist(errorCodes),
  /** ms since epoch, device clock */
  since: time,
  until: time,
  /** The server named the time; only then does the wait hold against a person who wants to send now. */
  told: v.boolean(),
  /** How many times in a row it has failed so. */
  failures: time,
})

const reason = v.object({
  code: v.picklist([...errorCodes, ...ownReasons]),
  status: v.number(),
  /** The field that was refused. */
  path: v.optional(text),
  requestId: v.optional(text),
})

const attempt = v.object({
  at: time,
  status: v.number(),
  code: v.picklist(errorCodes),
  requestId: v.optional(text),
})

export const entrySchema = v.object({
  /** UUIDv7, the idempotency key */
  key: text,
  customer: text,
  device: text,
  /** Grows by one with every entry of this device, whoever captured it. */
  seq: v.number(),
  lane: text,
  after: v.array(text),
  name: text,
  /** The version of the body it sends. */
  schemaVersion: v.pipe(v.number(), v.check(isKnownSchema)),
  payload: v.unknown(),
  /** SHA-256 of the body's bytes, hex: what the server's receipt must say. */
  payloadHash: text,
  capturedAt: v.object({ device: time, corrected: time, zone: text }),
  state: v.variant('is', [
    v.object({ is: v.literal('waiting'), wait: v.optional(waitSchema) }),
    v.object({ is: v.literal('needs-you'), reason }),
  ]),
  /** How many times it was sent; `attempts` holds the last ones. */
  tries: v.number(),
  attempts: v.array(attempt),
  /** The server's receipt, where it has lost the entry since and is sent it again. */
  receipt: v.optional(receipt),
})

export type Wait = v.InferOutput<typeof waitSchema>
export type Reason = v.InferOutput<typeof reason>
/** Intent of a coach, stored on the device until the server has it. */
export type Entry = v.InferOutput<typeof entrySchema>

export type Waiting = Extract<Entry['state'], { is: 'waiting' }>

/** Reads a stored wait; one that cannot be read is none. */
export const readWait = (row: unknown): Wait | undefined => parsed(waitSchema, row)

const salvaged = v.object({
  key: v.pipe(v.unknown(), v.transform(String)),
  customer: v.fallback(text, ''),
  device: v.fallback(text, ''),
  seq: v.fallback(v.number(), 0),
  name: v.fallback(text, ''),
  capturedAt: v.fallback(entrySchema.entries.capturedAt, { device: 0, corrected: 0, zone: 'UTC' }),
})

/**
 * Reads a stored entry. One that cannot be read, broken or written by a newer version, stays and is shown with that
 * reason in a lane of its own: nothing is lost, nothing else waits for it. Its payload is the row as it was found.
 */
export const readEntry = (row: unknown): Entry => {
  const entry = parsed(entrySchema, row)
  if (entry) return entry
  const known = v.parse(salvaged, row)
  return {
    ...known,
    lane: `unreadable:${known.key}`,
    after: [],
    schemaVersion,
    payload: row,
    payloadHash: '',
    state: { is: 'needs-you', reason: { code: 'unreadable', status: 0 } },
    tries: 0,
    attempts: [],
  }
}

/**
 * The order of capture. Numbers count within one device; what is left of one whose storage was cleared is older than all
 * that `device`, the present one, has captured.
 */
export const captureOrder = (device: string | undefined) => (one: Entry, other: Entry) =>
  Number(one.device === device) - Number(other.device === device) || one.seq - other.seq

/** Whether an entry stands for a row that this version cannot read: it may be deleted, never be written over. */
export const isUnreadable = ({ state }: Entry): boolean =>
  state.is === 'needs-you' && state.reason.code === 'unreadable'

/** Whether an entry is from before its coach's account was deleted: the account that they have today has nothing of it. */
export const isOfDeletedAccount = ({ state }: Entry): boolean =>
  state.is === 'needs-you' && state.reason.code === 'account-erased'

/** SHA-256 of a body's bytes as the client sends them, hex: the hash in the server's receipt. */
export const bodyHash = (body: unknown): Promise<string> =>
  sha256(new TextEncoder().encode(JSON.stringify(body)))

/** What is stored of an entry. */
export const rowOf = (entry: Entry): unknown => (isUnreadable(entry) ? entry.payload : entry)
