import { readdirSync } from 'node:fs'
import { Client } from 'pg'
import { table } from '../shared/table.ts'
import { parentOf, processorOf, processorOfEnded } from '../shared/processor.ts'

type Numbers = Record<string, number>

/** bytes of each table with its indexes */
const sizes = `select relname as name, pg_total_relation_size(oid)::text as value from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace`

/** Deliveries, how many keys and numbers of devices they are of, and what a delivery of a call adds exactly one row of. */
const counts = `select 'deliveries' as name, count(*)::text as value from deliveries
  union all select 'keys', count(distinct (customer_id, key))::text from deliveries
  union all select 'numbers', count(distinct (device, seq))::text from deliveries
  union all select 'event calls', count(*)::text from deliveries where call in ('events', 'saveEvents')
  union all select 'events', count(*)::text from events
  union all select 'module calls', count(*)::text from deliveries where call = 'saveModulesEvents'
  union all select 'module events', count(*)::text from module_events
  union all select 'log rows', count(*)::text from sync_log
  union all select 'devices', count(*)::text from devices`

const quietly = (read: () => number): number => {
  try {
    return read()
  } catch {
    // It has ended meanwhile: its time is among that of the ended ones.
    return 0
  }
}

/** s of processor that a process and those it started have taken */
const processorOfAll = (parent: number): number => {
  const living = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => quietly(() => parentOf(pid)) === parent)
  const ofChildren = living.reduce((sum, pid) => sum + quietly(() => processorOf(pid)), 0)
  return processorOf(parent) + processorOfEnded(parent) + ofChildren
}

/** Looks at a PostgreSQL from outside the product. */
export const watchDatabase = async (url: string) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const numbers = async (query: string): Promise<Numbers> => {
    const { rows } = await client.query<{ name: string; value: string }>(query)
    return Object.fromEntries(rows.map(({ name, value }) => [name, Number(value)]))
  }
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  // Every connection is a process of its own, which the first one has started.
  const first = parentOf(rows[0]?.pid ?? 0)
  return {
    sizes: () => numbers(sizes),
    counts: () => numbers(counts),
    processor: () => processorOfAll(first),
    close: () => client.end(),
  }
}

export type WatchedDatabase = Awaited<ReturnType<typeof watchDatabase>>

/** Throws where something of what was sent is lost, or there twice. */
export const expectExactlyOnce = (before: Numbers, after: Numbers, sent: number): void => {
  const added = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
  const isRight =
    ['deliveries', 'keys', 'numbers'].every((name) => added(name) === sent) &&
    added('events') === added('event calls') &&
    added('module events') === added('module calls') &&
    // Each was captured and delivered, and perhaps delayed in between.
    added('log rows') >= 2 * sent
  if (!isRight) throw new Error(`Lost, or there twice: ${JSON.stringify({ before, after, sent })}`)
}

/** Tables with a row or so for each coach and device, however much they do. */
const ofDevices = ['customers', 'sessions', 'device_secrets', 'devices', 'device_customers']

/** What an entry and a device take of the disk, tables with their indexes. */
export const bytesTable = (before: Numbers, after: Numbers, counts: Numbers): string => {
  const grown = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + (after[name] ?? 0) - (before[name] ?? 0), 0)
  const { deliveries: sent = 1, devices = 1, 'log rows': rows = 0 } = counts
  const others = Object.keys(after).filter((name) => ![...ofDevices, 'deliveries', 'sync_log'].includes(name))
  const row = (what: string, names: readonly string[], by: number) => [what, (grown(names) / by).toFixed(0)]
  return table(
    ['on the disk', 'bytes'],
    [
      row('an entry in `deliveries`', ['deliveries'], sent),
      row('what it says, in the other tables', others, sent),
      row(`its ${(rows / sent).toFixed(1)} rows of \`sync_log\``, ['sync_log'], sent),
      row('a coach with a device and a session', ofDevices, devices),
    ],
  )
}
