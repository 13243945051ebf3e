import * as v from 'valibot'
import { errors, type ErrorCode } from '../../contract/errors.ts'
import { receipt } from '../../contract/product-api/receipt.ts'
import { isKnownSchema, schemaVersion } from '../../contract/schema-version.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import { sha256 } from '../../lib/sha256.ts'

/** Reasons of this device, found before it sends anything. */
export const ownReasons = ['unknown-event', 'broken-payload', 'unreadable'] as const

const errorCodes = Object.keys(errors).filter((code): code is ErrorCode => Object.hasOwn(errors, code))

const textSchema = v.string()

/** In ms since epoch. Numbers outside this range are invalid as dates, and showing them would throw. */
export const timeSchema = v.pipe(v.number(), v.minValue(-8.64e15), v.maxValue(8.64e15))

/**
 * A wait that delays sending until `until`. Phones store it under these names. During an update, a tab or
 * service worker of an older build still reads it, so no field is renamed.
 */
export const waitSchema = v.object({
  code: v.picklist(errorCodes),
  /** In ms since epoch, by the device clock. */
  since: timeSchema,
  until: timeSchema,
  /** Whether the server set the time. Only then does the wait continue when a person wants to send now. */
  told: v.boolean(),
  /** Failures of this kind in a row. */
  failures: timeSchema,
})

const reasonSchema = v.object({
  code: v.picklist([...errorCodes, ...ownReasons]),
  status: v.number(),
  /** The field that the server refused. */
  path: v.optional(textSchema),
  requestId: v.optional(textSchema),
})

const attemptSchema = v.object({
  at: timeSchema,
  status: v.number(),
  code: v.picklist(errorCodes),
  requestId: v.optional(textSchema),
})

/**
 * The form in which phones store an entry, also in copies of delivered entries and in rescue files. During an
 * update, a tab or service worker of an older build still reads it. That build shows an entry with a renamed
 * field as unreadable, and deletes such a copy.
 */
export const entrySchema = v.object({
  /** The idempotency key, a UUIDv7. */
  key: textSchema,
  customer: textSchema,
  device: textSchema,
  /** Increases by one with every entry of this device, across its customers. */
  seq: v.number(),
  /** Entries of one lane are sent in the order of capture. */
  lane: textSchema,
  /** Further lanes whose earlier entries have to be sent before this one. */
  after: v.array(textSchema),
  name: textSchema,
  /** The version of the body that the entry sends. */
  schemaVersion: v.pipe(v.number(), v.check(isKnownSchema)),
  payload: v.unknown(),
  /** SHA-256 of the body's bytes, in hex. The server's receipt must carry the same hash. */
  payloadHash: textSchema,
  capturedAt: v.object({ device: timeSchema, corrected: timeSchema, zone: textSchema }),
  state: v.variant('is', [
    v.object({ is: v.literal('waiting'), wait: v.optional(waitSchema) }),
    v.object({ is: v.literal('needs-you'), reason: reasonSchema }),
  ]),
  /** How often the entry was sent. `attempts` holds only the last attempts. */
  tries: v.number(),
  attempts: v.array(attemptSchema),
  /** The server's receipt, if the server has lost the entry and the device sends it again. */
  receipt: v.optional(receipt),
})

export type Wait = v.InferOutput<typeof waitSchema>
export type Reason = v.InferOutput<typeof reasonSchema>
/** An action of a coach, stored on the device until the server has it. */
export type Entry = v.InferOutput<typeof entrySchema>

export type Waiting = Extract<Entry['state'], { is: 'waiting' }>

/** Reads a stored wait; undefined if it cannot be read. */
export const readWait = (row: unknown): Wait | undefined => parseOrUndefined(waitSchema, row)

/** The fields of a broken entry that can still be read, with defaults for the others. */
const salvageableSchema = v.object({
  key: v.pipe(v.unknown(), v.transform(String)),
  customer: v.fallback(textSchema, ''),
  device: v.fallback(textSchema, ''),
  seq: v.fallback(v.number(), 0),
  name: v.fallback(textSchema, ''),
  capturedAt: v.fallback(entrySchema.entries.capturedAt, { device: 0, corrected: 0, zone: 'UTC' }),
})

/**
 * Reads a stored entry. A broken entry, or an entry of a newer version, stays and is shown with the reason
 * `unreadable`. Its own lane ensures that no other entry waits for it. Its payload is the stored row.
 */
export const readEntry = (row: unknown): Entry => {
  const entry = parseOrUndefined(entrySchema, row)
  if (entry) return entry
  const fields = v.parse(salvageableSchema, row)
  return {
    ...fields,
    lane: `unreadable:${fields.key}`,
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
 * Sorts by the order of capture. Sequence numbers count within one device. After the storage was cleared,
 * entries of the former device count as older than all entries of `device`, the present one.
 */
export const captureOrder = (device: string | undefined) => (a: Entry, b: Entry) =>
  Number(a.device === device) - Number(b.device === device) || a.seq - b.seq

/** Whether an entry stands for a row that this version cannot read. It may be deleted, never overwritten. */
export const isUnreadable = ({ state }: Entry): boolean =>
  state.is === 'needs-you' && state.reason.code === 'unreadable'

/** Whether an entry belongs to a deleted account of its coach. It does not count for the present account. */
export const isOfDeletedAccount = ({ state }: Entry): boolean =>
  state.is === 'needs-you' && state.reason.code === 'account-erased'

/** SHA-256 of a body's bytes as the client sends them, in hex. The server's receipt carries this hash. */
export const bodyHash = (body: unknown): Promise<string> =>
  sha256(new TextEncoder().encode(JSON.stringify(body)))

/** The row to store for an entry. */
export const toRow = (entry: Entry): unknown => (isUnreadable(entry) ? entry.payload : entry)
