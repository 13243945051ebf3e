import * as v from 'valibot'
import { deviceStatement } from '../../contract/product-api/device-statement.ts'
import { customerId, deviceId, idempotencyKey } from '../../contract/shapes.ts'
import { parsed } from '../../lib/parsed.ts'
import { requestOf } from '../delivery/request-of.ts'
import { entrySchema, isUnreadable, type Entry } from '../entry/entry.ts'
import { isOf } from '../snapshot.ts'

const rescued = v.object({
  key: idempotencyKey,
  device: deviceId,
  seq: v.number(),
  name: v.string(),
  /** ms since epoch, by the device clock */
  capturedAt: v.number(),
  /** The same by the corrected clock; absent in files of older versions. */
  correctedAt: v.optional(v.number()),
  /** The time zone of the capture, as an IANA name; absent in files of older versions. */
  zone: v.optional(v.string()),
  /** The call that delivers the entry, with the version of its body. */
  call: v.string(),
  schema: v.number(),
  /** The text of the body. The receipt is for its bytes. */
  body: v.string(),
})
export type RescuedEntry = v.InferOutput<typeof rescued>

/** The decrypted content of a rescue file. */
export const rescueContent = v.object({
  customer: customerId,
  device: deviceId,
  /** The server's signed statement about both; absent if the device has none that this version can read. */
  statement: v.fallback(v.optional(deviceStatement), undefined),
  /** ms since epoch, by the device clock */
  madeAt: v.number(),
  entries: v.array(rescued),
  /** The stored rows that the app on the phone could not read. */
  unreadable: v.array(v.unknown()),
})
export type RescueContent = v.InferOutput<typeof rescueContent>

const rescuedOf = (entry: Entry): RescuedEntry | undefined => {
  const request = requestOf(entry)
  if (!request.ok) return undefined
  const { key, device, seq, name, capturedAt, schemaVersion: schema } = entry
  const { call, body } = request.value
  const one = {
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
  return v.is(rescued, one) ? one : undefined
}

/** Separates entries that can be delivered from rows that perhaps only the phone's own version can read. */
const split = <Row>(
  rows: readonly Row[],
  read: (row: Row) => Entry | undefined,
): { entries: RescuedEntry[]; unreadable: Row[] } => {
  const found = rows.map((row) => {
    const entry = read(row)
    return { row, rescued: entry && rescuedOf(entry) }
  })
  return {
    entries: found.flatMap(({ rescued }) => rescued ?? []),
    unreadable: found.flatMap(({ row, rescued }) => (rescued ? [] : [row])),
  }
}

/**
 * All entries of a customer that wait on this device, for any reason. Includes unreadable entries without a
 * known owner, as the customer's screen does.
 */
export const rescueContentOf = (
  entries: readonly Entry[],
  { statement, ...made }: Pick<RescueContent, 'customer' | 'device' | 'statement' | 'madeAt'>,
): RescueContent => ({
  ...made,
  ...(statement && { statement }),
  ...split(entries.filter(isOf(made.customer)), (entry) => entry),
})

/** Reads a stored row, or the row inside an entry that replaced an unreadable row on the phone. */
const readRow = (row: unknown): Entry | undefined => {
  const entry = parsed(entrySchema, row)
  return entry && isUnreadable(entry) ? parsed(entrySchema, entry.payload) : entry
}

/** Tries the unreadable rows again: this version of the app may be newer than the phone's. */
export const readAgain = (content: RescueContent): RescueContent => {
  const readTheirs = (row: unknown) => {
    const entry = readRow(row)
    return entry?.customer === content.customer ? entry : undefined
  }
  const { entries, unreadable } = split(content.unreadable, readTheirs)
  return { ...content, entries: [...content.entries, ...entries], unreadable }
}
