import { eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { customers, devices } from '../schema.ts'

/**
 * The number of an outbox entry on the device that captured it. `sentByDevice` is absent if the entry did not
 * come from the device itself, but in a rescue file.
 */
export type DeviceSequence = { device: string; seq: number; sentByDevice?: true }

/** Limit of a set of numbers. No real device has thousands of separate ranges, and a row must stay small. */
const maxSetBytes = 65_536

/** Unites two sets of sequence numbers. Keeps only the first if the union is too large. */
export const uniteNumbers = (first: SQL, second: SQL): SQL =>
  sql`case when pg_column_size(${first} + ${second}) > ${maxSetBytes} then ${first} else ${first} + ${second} end`

/**
 * The numbers that wait on a device after its report. If a later report arrived first, this report does not
 * know the numbers above its own highest. Those stay as the later report stored them; otherwise they would
 * look like gaps.
 */
export const waitingNumbers = uniteNumbers(
  sql`excluded.waiting`,
  sql`(${devices.waiting} * int8multirange(int8range(excluded.highest + 1, null)))`,
)

/** Numbers that a device assigned, the server never received, and the device neither holds nor discarded. */
export const missingNumbers = sql<string>`(int8multirange(int8range(1, ${devices.highest} + 1)) - ${devices.seen} - ${devices.waiting} - ${devices.discarded})`

/** Recounts the gaps of a device. They are a stored column because admins sort 100,000 devices by them. */
export const countGaps = async (tx: Database, device: string): Promise<void> => {
  const gaps = sql`(select coalesce(sum(upper(run) - lower(run)), 0) from unnest(${missingNumbers}) as run)`
  await tx.update(devices).set({ gaps }).where(eq(devices.id, device))
}

/** Selects the country of a customer, as part of another statement. */
export const selectCountry = (customer: string): SQL =>
  sql`(select ${customers.country} from ${customers} where ${customers.id} = ${customer})`

/**
 * Records that entries of one device arrived, in the transaction that stores them. Does not change the
 * highest number, which only reports set: if a new entry raised it, older entries that still wait on the
 * device would look like gaps.
 */
export const recordArrivals = async (
  tx: Database,
  sequences: readonly DeviceSequence[],
  { customer, receivedAt }: { customer: string; receivedAt: Date },
): Promise<void> => {
  const [first] = sequences
  if (!first) return
  const { device, sentByDevice } = first
  const seen = sequences.map(({ seq }): [number, number] => [seq, seq])
  const lastUse = {
    customerId: customer,
    country: selectCountry(customer),
    lastSeen: receivedAt,
    lastSuccess: receivedAt,
  }
  const [row] = await tx
    .insert(devices)
    .values({ id: device, firstSeen: receivedAt, seen, ...lastUse })
    .onConflictDoUpdate({
      target: devices.id,
      set: { ...(sentByDevice && lastUse), seen: uniteNumbers(sql`${devices.seen}`, sql`excluded.seen`) },
    })
    .returning({ gaps: devices.gaps })
  if (row && row.gaps > 0) await countGaps(tx, device)
}
