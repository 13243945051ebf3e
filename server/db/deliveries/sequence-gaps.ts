import { eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { customers, devices } from '../schema.ts'

/*
 * A device numbers its outbox entries 1, 2, 3 … A *gap* is a number whose entry is lost: the device assigned
 * it, but the entry neither arrived, nor waits on the device, nor was discarded there. Admins look for
 * devices with gaps.
 *
 * A row of `devices` contains the `highest` number that the device reported, and three sets of numbers:
 * `seen` (arrived), `waiting` and `discarded`. The sets are multiranges. PostgreSQL has the operators `+`
 * (union), `*` (intersection) and `-` (difference) for them.
 */

/**
 * The number of an outbox entry on the device that captured it. `sentByDevice` is absent if the entry did not
 * come from the device itself, but in a rescue file.
 */
export type DeviceSequence = { device: string; seq: number; sentByDevice?: true }

/** In bytes. No real device has thousands of separate ranges, and a row must stay small. */
const maxSetBytes = 65_536

/** Returns the union of two sets, or only `first` if the union is too large. */
export const uniteNumbers = (first: SQL, second: SQL): SQL => {
  const union = sql`${first} + ${second}`
  return sql`case when pg_column_size(${union}) > ${maxSetBytes} then ${first} else ${union} end`
}

/** The stored waiting numbers above the highest number of a report, whose row is `excluded` in the SQL. */
const waitingAboveReport = sql`(${devices.waiting} * int8multirange(int8range(excluded.highest + 1, null)))`

/**
 * The numbers that wait on a device after its report: those of the report, and stored numbers above its
 * highest one. If a later report arrived first, this report does not know the numbers above its highest one,
 * and they would look like gaps.
 */
export const waitingNumbers = uniteNumbers(sql`excluded.waiting`, waitingAboveReport)

/** The numbers of a device that are gaps: 1 to `highest` without the three sets. */
export const missingNumbers = sql<string>`(int8multirange(int8range(1, ${devices.highest} + 1)) - ${devices.seen} - ${devices.waiting} - ${devices.discarded})`

/** Recounts the gaps of a device. They are a stored column because admins sort 100,000 devices by them. */
export const countGaps = async (tx: Database, deviceId: string): Promise<void> => {
  const gaps = sql`(select coalesce(sum(upper(run) - lower(run)), 0) from unnest(${missingNumbers}) as run)`
  await tx.update(devices).set({ gaps }).where(eq(devices.id, deviceId))
}

/** Selects the country of a customer, as part of another statement. */
export const selectCountry = (customerId: string): SQL =>
  sql`(select ${customers.country} from ${customers} where ${customers.id} = ${customerId})`

/**
 * Records that entries of one device arrived, in the transaction that stores them. Does not change `highest`,
 * which only reports set. If a new entry raised it, older entries that still wait on the device would look
 * like gaps.
 */
export const recordArrivals = async (
  tx: Database,
  sequences: readonly DeviceSequence[],
  { customer: customerId, receivedAt }: { customer: string; receivedAt: Date },
): Promise<void> => {
  const [firstSequence] = sequences
  if (!firstSequence) return
  const { device: deviceId, sentByDevice } = firstSequence
  const seen = sequences.map(({ seq }): [number, number] => [seq, seq])
  const allSeen = uniteNumbers(sql`${devices.seen}`, sql`excluded.seen`)
  const lastUse = {
    customerId,
    country: selectCountry(customerId),
    lastSeen: receivedAt,
    lastSuccess: receivedAt,
  }
  const [row] = await tx
    .insert(devices)
    .values({ id: deviceId, firstSeen: receivedAt, seen, ...lastUse })
    .onConflictDoUpdate({
      target: devices.id,
      // A rescue file does not show that the device was used.
      set: sentByDevice ? { ...lastUse, seen: allSeen } : { seen: allSeen },
    })
    .returning({ gaps: devices.gaps })
  // An arrival can only fill a gap. Without gaps, there is nothing to recount.
  const hadGaps = row !== undefined && row.gaps > 0
  if (hadGaps) await countGaps(tx, deviceId)
}
