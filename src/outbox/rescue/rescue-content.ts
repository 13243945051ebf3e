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
  /** ms since epoch, device clock */
  capturedAt: v.number(),
  /** The same by the corrected clock; absent in files of an older app. */
  correctedAt: v.optional(v.number()),
  /** The time zone there, as an IANA name; absent in files of an older app. */
  zone: v.optional(v.string()),
  /** The call that delivers it, with the version of its body. */
  call: v.string(),
  schema: v.number(),
  /** The body's text: its bytes are what the receipt is for. */
  body: v.string(),
})
export type RescuedEntry = v.InferOutput<typeof rescued>

/** What a rescue file holds, once it is open. */
export const rescueContent = v.object({
  customer: customerId,
  device: deviceId,
  /** What the server signed about the two; absent where the device has none that this version can read. */
  statement: v.fallback(v.optional(deviceStatement), undefined),
  /** ms since epoch, device clock */
  madeAt: v.number(),
  entries: v.array(rescued),
  /** Entries that the version of the app on the phone could not read, as they were found there. */
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
  // An entry that the file's reader would refuse must not make the whole file unreadable.
  return v.is(rescued, one) ? one : undefined
}

/** What can be delivered from a file, and what only the phone's own version of the app may make something of. */
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
 * Everything of a customer that waits on this device, whatever it waits for; with what cannot be read and is nobody's, as
 * the screen shows it to them too.
 */
export const rescueContentOf = (
  entries: readonly Entry[],
  { statement, ...made }: Pick<RescueContent, 'customer' | 'device' | 'statement' | 'madeAt'>,
): RescueContent => ({
  ...made,
  ...(statement && { statement }),
  ...split(entries.filter(isOf(made.customer)), (entry) => entry),
})

/** A row of the outbox, as it is or inside the entry that stood for it on a phone that could not read it. */
const readRow = (row: unknown): Entry | undefined => {
  const entry = parsed(entrySchema, row)
  return entry && isUnreadable(entry) ? parsed(entrySchema, entry.payload) : entry
}

/** What the browser of the phone was too old for may be readable here. */
export const readAgain = (content: RescueContent): RescueContent => {
  const readTheirs = (row: unknown) => {
    const entry = readRow(row)
    return entry?.customer === content.customer ? entry : undefined
  }
  const { entries, unreadable } = split(content.unreadable, readTheirs)
  return { ...content, entries: [...content.entries, ...entries], unreadable }
}
