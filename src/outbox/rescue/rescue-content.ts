import * as v from 'valibot'
import { deviceStatement } from '../../contract/product-api/device-statement.ts'
import { customerId, deviceId, idempotencyKey } from '../../contract/shared-schemas.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import { entrySchema, isUnreadable, type Entry } from '../entry/entry.ts'
import { createRequest } from '../events/events.ts'
import { belongsToCustomer } from '../snapshot.ts'

const rescuedEntrySchema = v.object({
  key: idempotencyKey,
  device: deviceId,
  seq: v.number(),
  name: v.string(),
  /** In ms since the epoch, by the device clock. */
  capturedAt: v.number(),
  /** In ms since the epoch, by the corrected clock. Absent in files of older versions. */
  correctedAt: v.optional(v.number()),
  /** The time zone of the capture, as an IANA name. Absent in files of older versions. */
  zone: v.optional(v.string()),
  /** The call that delivers the entry, with the version of its body. */
  call: v.string(),
  schema: v.number(),
  /** The text of the body. The receipt is for its bytes. */
  body: v.string(),
})
export type RescuedEntry = v.InferOutput<typeof rescuedEntrySchema>

/** The decrypted content of a rescue file. */
export const rescueContentSchema = v.object({
  customer: customerId,
  device: deviceId,
  /**
   * The server's signed statement that the customer signed in on this device, which proves the origin of the
   * file. Absent if the device has no readable one.
   */
  statement: v.fallback(v.optional(deviceStatement), undefined),
  /** In ms since the epoch, by the device clock. */
  madeAt: v.number(),
  entries: v.array(rescuedEntrySchema),
  /** The stored rows that the app on the phone could not read or convert to a request. */
  unreadable: v.array(v.unknown()),
})
export type RescueContent = v.InferOutput<typeof rescueContentSchema>

const toRescuedEntry = (entry: Entry): RescuedEntry | undefined => {
  const requestResult = createRequest(entry)
  if (!requestResult.ok) return undefined
  const { key, device, seq, name, capturedAt, schemaVersion: schema } = entry
  const { call, body } = requestResult.value
  const rescuedEntry = {
    key,
    device,
    seq,
    name,
    capturedAt: capturedAt.device,
    correctedAt: capturedAt.corrected,
    zone: capturedAt.zone,
    call,
    schema,
    body: JSON.stringify(body),
  }
  // Leaves out an entry that the reader would refuse, because it would make the whole file unreadable.
  return v.is(rescuedEntrySchema, rescuedEntry) ? rescuedEntry : undefined
}

/**
 * Separates entries that can be delivered from rows that this version of the app cannot read or convert to a
 * request.
 */
const splitRows = <Row>(
  rows: readonly Row[],
  read: (row: Row) => Entry | undefined,
): { entries: RescuedEntry[]; unreadable: Row[] } => {
  const results = rows.map((row) => {
    const entry = read(row)
    return { row, rescuedEntry: entry && toRescuedEntry(entry) }
  })
  return {
    entries: results.flatMap(({ rescuedEntry }) => rescuedEntry ?? []),
    unreadable: results.flatMap(({ row, rescuedEntry }) => (rescuedEntry ? [] : [row])),
  }
}

/**
 * Collects all entries of a customer on this device, whether they wait or need the coach. Includes unreadable
 * entries without a known owner, as the customer's screen does.
 */
export const createRescueContent = (
  entries: readonly Entry[],
  { statement, ...fields }: Pick<RescueContent, 'customer' | 'device' | 'statement' | 'madeAt'>,
): RescueContent => ({
  ...fields,
  ...(statement && { statement }),
  ...splitRows(entries.filter(belongsToCustomer(fields.customer)), (entry) => entry),
})

/**
 * Reads a stored row. If the phone could not read it, the row may be the payload of an `unreadable` entry.
 */
const readRow = (row: unknown): Entry | undefined => {
  const entry = parseOrUndefined(entrySchema, row)
  return entry && isUnreadable(entry) ? parseOrUndefined(entrySchema, entry.payload) : entry
}

/** Tries the unreadable rows again, because this version of the app may be newer than the phone's. */
export const retryUnreadable = (content: RescueContent): RescueContent => {
  // An entry of another customer stays among the unreadable rows: the file is delivered for one customer.
  const readOfCustomer = (row: unknown) => {
    const entry = readRow(row)
    return entry?.customer === content.customer ? entry : undefined
  }
  const { entries, unreadable } = splitRows(content.unreadable, readOfCustomer)
  return { ...content, entries: [...content.entries, ...entries], unreadable }
}
