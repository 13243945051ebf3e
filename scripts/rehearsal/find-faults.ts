import { Client } from 'pg'
import type { Phone } from './phones.ts'
import type { Tally } from './tally.ts'

/**
 * Counts deliveries of which only half is stored: the key without its event, or the event without its key.
 */
const halfStoredQuery = `
  select count(*)::int as count
  from events full join (select sequence from deliveries where call = 'events') as stored using (sequence)
  where events.sequence is null or stored.sequence is null`

/** Counts events that are stored more than once. */
const storedTwiceQuery =
  'select count(*)::int as count from (select from events group by value having count(*) > 1) as again'

/**
 * Counts the entries that phones captured, and of them those that are missing in the database (`lost`),
 * stored more than once, or only half stored.
 */
const countEntries = async (url: string, phones: readonly Phone[]) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ key: string }>('select key from deliveries')
    const stored = new Set(rows.map(({ key }) => key))
    const captured = phones.flatMap((phone) => phone.captured)
    const count = async (query: string) =>
      (await client.query<{ count: number }>(query)).rows[0]?.count ?? Number.NaN
    return {
      captured: captured.length,
      lost: captured.filter((key) => !stored.has(key)).length,
      storedTwice: await count(storedTwiceQuery),
      halfStored: await count(halfStoredQuery),
    }
  } finally {
    await client.end()
  }
}

type Rehearsal = { databaseUrl: string; phones: readonly Phone[]; tally: Tally }

/** Prints the numbers of a rehearsal. Resolves with a line for each fault. */
export const findFaults = async ({ databaseUrl, phones, tally }: Rehearsal): Promise<string[]> => {
  const { captured, lost, storedTwice, halfStored } = await countEntries(databaseUrl, phones)
  const waiting = phones.reduce((sum, { disk }) => sum + disk.rows.size, 0)
  const receipts = (await Promise.all(phones.map((phone) => phone.allSigned()))).flat()
  const forged = receipts.filter((isSigned) => isSigned !== true).length
  const batches = tally.byCall['POST /api/deliver-entries'] ?? 0
  const { older = 0, newer = 0 } = tally.requests
  console.log(`
requests    ${older} to the older release, ${newer} to the newer; ${batches} of them with several entries
failed      ${tally.failures.length}; ${tally.postponed()} were told that the older release does not know this yet
entries     ${captured} captured, ${lost} lost, ${storedTwice} twice, ${halfStored} by half, ${waiting} still on a phone
receipts    ${receipts.length} checked, ${forged} wrong
`)
  const faults = tally.failures.map(
    ({ release, call, status, cause = '' }) => `${call} at ${release}: ${status} ${cause}`,
  )
  if (lost + storedTwice + halfStored + waiting > 0) faults.push('not every entry is stored once')
  if (forged > 0) faults.push('not every receipt can be checked')
  // If one of these numbers is zero, the phones did not do everything that the rehearsal tests.
  if ([older, newer, batches, captured, receipts.length].includes(0))
    faults.push('the phones did not do everything that the rehearsal tests')
  return faults
}
