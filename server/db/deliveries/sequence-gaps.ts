import { eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { customers, devices } from '../schema.ts'

/**
 * An outbox entry's place in the sequence of the device that captured it. `present`: the device itself sent
 * the entry. Otherwise it came another way, such as in a rescue file.
 */
export type DeviceSequence = { device: string; seq: number; present?: true }

/** Limit of a set in bytes. A device with thousands of runs invents them, and its row must stay small. */
const maxSetBytes = 65_536

/** The union of two sets of sequence numbers. Keeps only the first if the union is too large. */
export const joined = (known: SQL, more: SQL): SQL =>
  sql`case when pg_column_size(${known} + ${more}) > ${maxSetBytes} then ${known} else ${known} + ${more} end`

/**
 * Numbers that wait on a device after its report. A report that was overtaken on its way does not know the
 * numbers beyond its own highest. Those stay as reported before; otherwise they would become gaps.
 */
export const stillWaiting = joined(
  sql`excluded.waiting`,
  sql`(${devices.waiting} * int8multirange(int8range(excluded.highest + 1, null)))`,
)

/** Numbers that a device assigned, the server never received, and the device neither holds nor discarded. */
export const missing = sql<string>`(int8multirange(int8range(1, ${devices.highest} + 1)) - ${devices.seen} - ${devices.waiting} - ${devices.discarded})`

/** Recounts the gaps of a device. They are a stored column because admins sort 100,000 devices by them. */
export const countGaps = async (tx: Database, device: string): Promise<void> => {
  const gaps = sql`(select coalesce(sum(upper(run) - lower(run)), 0) from unnest(${missing}) as run)`
  await tx.update(devices).set({ gaps }).where(eq(devices.id, device))
}

export const countryOf = (customer: string): SQL =>
  sql`(select ${customers.country} from ${customers} where ${customers.id} = ${customer})`

/**
 * Records that entries of one device arrived, in the transaction that stores them. Only reports set the
 * highest number: an entry that overtook older ones would turn waiting numbers into gaps.
 */
export const recordArrivals = async (
  tx: Database,
  arrived: readonly DeviceSequence[],
  { customer, receivedAt }: { customer: string; receivedAt: Date },
): Promise<void> => {
  const [first] = arrived
  if (!first) return
  const { device, present } = first
  const seen = arrived.map(({ seq }): [number, number] => [seq, seq])
  const used = {
    customerId: customer,
    country: countryOf(customer),
    lastSeen: receivedAt,
    lastSuccess: receivedAt,
  }
  const [noted] = await tx
    .insert(devices)
    .values({ id: device, firstSeen: receivedAt, seen, ...used })
    .onConflictDoUpdate({
      target: devices.id,
      set: { ...(present && used), seen: joined(sql`${devices.seen}`, sql`excluded.seen`) },
    })
    .returning({ gaps: devices.gaps })
  if (noted && noted.gaps > 0) await countGaps(tx, device)
}
