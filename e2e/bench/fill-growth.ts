import { createHash } from 'node:crypto'
import type { Client } from 'pg'

/** The layout of the two tables that grow the most. */
export type Layout = { rows: number; byMonth: boolean }

/** The number that the product is built for. Each coach has one device. */
export const coaches = 200_000

/** The days that the deliveries cover. */
const deliveryDays = 730
/** The days that the sync log covers, a few more than the product keeps. */
export const logDays = 410

export const toCustomerId = (number: number): string => `customer-${number % coaches}`
/** The key of a delivery, derived from its number. */
export const toKey = (number: number): string => createHash('md5').update(String(number)).digest('hex')
export const toDeviceId = (number: number): string =>
  `00000000-0000-4000-8000-${String(number % coaches).padStart(12, '0')}`

const device = `('00000000-0000-4000-8000-' || lpad((n % ${coaches})::text, 12, '0'))::uuid`

const people = [
  `insert into customers (id, country, language, created_at)
   select 'customer-' || n, 'BR', 'PT', now() from generate_series(0, ${coaches - 1}) n`,
  `insert into devices (id, customer_id, first_seen, last_seen)
   select ${device}, 'customer-' || n, now(), now() from generate_series(0, ${coaches - 1}) n`,
  `insert into device_customers (device, customer_id, last_seen, to_send, needs_you)
   select ${device}, 'customer-' || n, now(), 0, 0 from generate_series(0, ${coaches - 1}) n`,
]

/** Inserts rows in the order of time, as they arrive. The rows of one coach are far apart. */
const fillings = (rows: number) => ({
  deliveries: `insert into deliveries (customer_id, key, call, hash, device, seq, answer, epoch, received_at)
    select 'customer-' || n % ${coaches}, md5(n::text)::uuid, 'events', repeat('0123456789abcdef', 4), ${device}, n / ${coaches},
      ('{"receipt":"' || repeat('x', 400) || '"}')::json, '00000000-0000-4000-8000-000000000001',
      now() - (1 - n / ${rows}::float8) * interval '${deliveryDays} days'
    from generate_series(1, ${rows}) n`,
  sync_log: `insert into sync_log (device, row, customer_id, at, received_at, happened, seq, name)
    select ${device}, 1 + n / ${coaches}, 'customer-' || n % ${coaches}, now(),
      now() - (1 - n / ${rows}::float8) * interval '${logDays} days', 'delivered', 1 + n / ${coaches}, 'event.logged.v1'
    from generate_series(1, ${rows}) n`,
})

type Name = keyof ReturnType<typeof fillings>

const keys: Record<Name, readonly [name: string, columns: string][]> = {
  deliveries: [
    ['deliveries_customer_id_key_pk', 'primary key (customer_id, key'],
    ['deliveries_sequence_unique', 'unique (sequence'],
  ],
  sync_log: [['sync_log_device_row_pk', 'primary key (device, row']],
}

const owners: Record<Name, string> = {
  deliveries: '(customer_id) references customers',
  sync_log: '(device, customer_id) references device_customers',
}

/** Replaces an empty table with a partitioned table. */
const partition = async (client: Client, name: Name): Promise<void> => {
  await client.query(`create table parted (like ${name} including defaults including identity)
    partition by range (received_at)`)
  await client.query(`drop table ${name} cascade`)
  await client.query(`alter table parted rename to ${name}`)
  await client.query(`alter table ${name} add foreign key ${owners[name]} on delete cascade`)
  for (let month = -25; month <= 1; month += 1) {
    const at = (later: number) => `date_trunc('month', now()) + interval '${month + later} months'`
    await client.query(`do $$ begin execute format(
      'create table ${name}_${month + 25} partition of ${name} for values from (%L) to (%L)', ${at(0)}, ${at(1)}); end $$`)
  }
}

/** Measures how long a task takes, in s. */
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const before = performance.now()
  await work()
  return (performance.now() - before) / 1000
}

/** Fills a table. Resolves with the seconds to build its first index, on the key, over all rows. */
const fillTable = async (client: Client, name: Name, { rows, byMonth }: Layout): Promise<number> => {
  if (byMonth) await partition(client, name)
  else for (const [key] of keys[name]) await client.query(`alter table ${name} drop constraint ${key}`)
  if (name === 'sync_log') await client.query('drop index if exists sync_log_received')
  await client.query(fillings(rows)[name])
  const seconds: number[] = []
  for (const [key, columns] of keys[name]) {
    const all = `${columns}${byMonth ? ', received_at' : ''})`
    seconds.push(await timed(() => client.query(`alter table ${name} add constraint ${key} ${all}`)))
  }
  if (name === 'sync_log') await client.query('create index sync_log_received on sync_log (received_at)')
  await client.query(`vacuum analyze ${name}`)
  return seconds[0] ?? Number.NaN
}

/** Fills both tables in parallel. `connect` opens a separate connection for each. */
export const fillGrowth = async (connect: () => Promise<Client>, layout: Layout) => {
  const [one, other] = await Promise.all([connect(), connect()])
  try {
    for (const client of [one, other]) {
      // The generated rows satisfy all constraints, and checking millions of them would take minutes.
      await client.query('set session_replication_role = replica')
      await client.query(`set maintenance_work_mem = '1GB'`)
    }
    for (const statement of people) await one.query(statement)
    await one.query('analyze')
    const [deliveries, log] = await Promise.all([
      fillTable(one, 'deliveries', layout),
      fillTable(other, 'sync_log', layout),
    ])
    return { deliveries, log }
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}
