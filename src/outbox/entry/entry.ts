import * as v from 'valibot'
import { errors, type ErrorCode } from '../../contract/errors.ts'
import { receipt } from '../../contract/product-api/receipt.ts'
import { isKnownSchema, schemaVersion } from '../../contract/schema-version.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import { sha256 } from '../../lib/sha256.ts'

/**
 * Reasons that this device finds itself, before it sends an entry. `unknown-event`: a newer version of the
 * app captured it. `broken-payload`: the stored content is invalid or was changed. `unreadable`: this version
 * of the app cannot read the stored row.
 */
export const deviceReasons = ['unknown-event', 'broken-payload', 'unreadable'] as const

const errorCodes = Object.keys(errors).filter((code): code is ErrorCode => Object.hasOwn(errors, code))

const textSchema = v.string()

/** In ms since the epoch. Numbers outside this range are invalid as dates, and showing them would throw. */
export const timeSchema = v.pipe(v.number(), v.minValue(-8.64e15), v.maxValue(8.64e15))

/**
 * A wait that delays sending until `until`. Phones store it under these names. During an update, a tab or
 * service worker of an older build still reads it, so no field is renamed.
 */
export const waitSchema = v.object({
  code: v.picklist(errorCodes),
  /** In ms since the epoch, by the device clock. */
  since: timeSchema,
  until: timeSchema,
  /**
   * Whether the server set `until` with Retry-After. A new connection or session does not end such a wait.
   */
  told: v.boolean(),
  /**
   * How many failures in a row led to this wait: of this entry alone, or those after which all entries had to
   * wait.
   */
  failures: timeSchema,
})

/** Why an entry needs the coach. */
const reasonSchema = v.object({
  code: v.picklist([...errorCodes, ...deviceReasons]),
  /** The HTTP status, or 0 if the entry was not sent. */
  status: v.number(),
  /** The field that the server refused. */
  path: v.optional(textSchema),
  requestId: v.optional(textSchema),
})

/** A failed attempt to send an entry. */
const attemptSchema = v.object({
  at: timeSchema,
  status: v.number(),
  code: v.picklist(errorCodes),
  requestId: v.optional(textSchema),
})

/**
 * The format of an entry on phones, in copies of delivered entries and in rescue files. During an update, a
 * tab or service worker of an older build still reads it. That build shows an entry with a renamed field as
 * unreadable, and deletes such a copy.
 */
export const entrySchema = v.object({
  /** The idempotency key, a UUIDv7. */
  key: textSchema,
  customer: textSchema,
  device: textSchema,
  /** Increases by one with every entry of this device, across its customers. */
  seq: v.number(),
  /**
   * The lane: a queue in the outbox, for example for the answers to one survey. Entries of one lane are sent
   * in the order of capture. Lanes do not wait for each other, except for those in `after`.
   */
  lane: textSchema,
  /** Further lanes whose earlier entries have to be sent before this entry. */
  after: v.array(textSchema),
  name: textSchema,
  /** The version of the body that the entry sends. */
  schemaVersion: v.pipe(v.number(), v.check(isKnownSchema)),
  payload: v.unknown(),
  /** SHA-256 of the body's bytes, in hex. The server's receipt must carry the same hash. */
  payloadHash: textSchema,
  /** The time by the device's clock and by the clock that the server corrects, and the time zone. */
  capturedAt: v.object({ device: timeSchema, corrected: timeSchema, zone: textSchema }),
  /**
   * `waiting`: the device sends the entry, but not before its `wait` is over. `needs-you`: the entry cannot
   * be sent unchanged, so the coach must act, for example correct or delete it.
   */
  state: v.variant('is', [
    v.object({ is: v.literal('waiting'), wait: v.optional(waitSchema) }),
    v.object({ is: v.literal('needs-you'), reason: reasonSchema }),
  ]),
  /** How many times the entry was sent without success. `attempts` holds only the last attempts. */
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

/** Reads a stored wait. Returns undefined if it cannot be read. */
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
 * Returns the comparison function that sorts entries by capture. Sequence numbers count within one device id.
 * After the storage was cleared, the device has a new id, so entries with another id than `device` are older.
 */
export const compareByCapture = (device: string | undefined) => (a: Entry, b: Entry) =>
  Number(a.device === device) - Number(b.device === device) || a.seq - b.seq

/** Whether an entry represents an unreadable row, which may be deleted but never overwritten. */
export const isUnreadable = ({ state }: Entry): boolean =>
  state.is === 'needs-you' && state.reason.code === 'unreadable'

/** Whether an entry belongs to a deleted account. It is not part of the coach's current account. */
export const isOfDeletedAccount = ({ state }: Entry): boolean =>
  state.is === 'needs-you' && state.reason.code === 'account-erased'

/** Returns the SHA-256, in hex, of a body's bytes as the client sends them. The receipt contains it. */
export const hashBody = (body: unknown): Promise<string> =>
  sha256(new TextEncoder().encode(JSON.stringify(body)))

/** Returns the row to store for an entry: for an unreadable entry, the row that it was read from. */
export const toRow = (entry: Entry): unknown => (isUnreadable(entry) ? entry.payload : entry)
