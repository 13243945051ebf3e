import { Client } from 'pg'
import type { Phone } from './load.ts'

/** Deliveries that are only half stored: the key without its event, or the event without its key. */
const halves = `
  select count(*)::int as count
  from events full join (select sequence from deliveries where call = 'events') as stored using (sequence)
  where events.sequence is null or stored.sequence is null`

const twice =
  'select count(*)::int as count from (select from events group by value having count(*) > 1) as again'

/** Counts the entries of phones that the database lacks, stores twice, or stores by half. */
export const countEntries = async (url: string, phones: readonly Phone[]) => {
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
      twice: await count(twice),
      halves: await count(halves),
    }
  } finally {
    await client.end()
  }
}
