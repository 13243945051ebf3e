import { entryHeaders } from '../../contract/entry-headers.ts'
import type { OutboxCall } from '../../contract/product-api.ts'
import type { SentEntry } from '../../contract/product-api/delivery-api.ts'
import type { Entry } from '../entry/entry.ts'
import { entryOptions } from './check-delivered.ts'
import { sameRequestOf } from './request-of.ts'

/** An entry in the form that a request for several entries carries. */
export type Packed = { entry: Entry; call: OutboxCall; sent: SentEntry }

/** In bytes. The server accepts 64 KiB in one request, and a slow phone has 30 s to send it. */
const mostBytes = 60_000

const sizeOf = (sent: SentEntry): number => new TextEncoder().encode(JSON.stringify(sent)).length

/**
 * The entries that fit into one request, in order. An entry that cannot be sent is left out, together with
 * the entries behind it. Each packed entry names the entries that the server has to store before it: the last
 * one of each of its lanes.
 */
export const packEntries = async (
  entries: readonly Entry[],
  hash: (body: unknown) => Promise<string>,
): Promise<Packed[]> => {
  const packed: Packed[] = []
  const places = new Map<string, number>()
  const blocked = new Set<string>()
  let bytes = 0
  for (const entry of entries) {
    const lanes = [entry.lane, ...entry.after]
    const isBehind = entry.state.is !== 'waiting' || lanes.some((lane) => blocked.has(lane))
    const request = isBehind ? undefined : await sameRequestOf(entry, hash)
    if (!request?.ok) {
      blocked.add(entry.lane)
      continue
    }
    const { call, body } = request.value
    const sent = {
      call,
      headers: entryHeaders(entryOptions(entry)),
      body: JSON.stringify(body),
      follows: lanes.flatMap((lane) => places.get(lane) ?? []),
    }
    bytes += sizeOf(sent)
    if (bytes > mostBytes) return packed
    places.set(entry.lane, packed.length)
    packed.push({ entry, call, sent })
  }
  return packed
}
