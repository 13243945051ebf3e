import { readdirSync } from 'node:fs'
import { Client } from 'pg'
import { table } from '../shared/table.ts'
import { readParent, readProcessorTime, processorOfEnded } from '../shared/processor.ts'

type Numbers = Record<string, number>

/** The size of each table with its indexes, in bytes. */
const sizes = `select relname as name, pg_total_relation_size(oid)::text as value from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace`

/**
 * Counts deliveries, their distinct keys and device numbers, and the tables to which a delivery of a call
 * adds exactly one row.
 */
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
    // The process has ended, so `processorOfEnded` includes its time.
    return 0
  }
}

/** The CPU time of a process and of the processes that it started, in s. */
const processorOfAll = (parent: number): number => {
  const living = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => quietly(() => readParent(pid)) === parent)
  const ofChildren = living.reduce((sum, pid) => sum + quietly(() => readProcessorTime(pid)), 0)
  return readProcessorTime(parent) + processorOfEnded(parent) + ofChildren
}

/** Observes a PostgreSQL from outside the product. */
export const watchDatabase = async (url: string) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const numbers = async (query: string): Promise<Numbers> => {
    const { rows } = await client.query<{ name: string; value: string }>(query)
    return Object.fromEntries(rows.map(({ name, value }) => [name, Number(value)]))
  }
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  // Each connection has its own process, a child of the main process.
  const first = readParent(rows[0]?.pid ?? 0)
  return {
    sizes: () => numbers(sizes),
    counts: () => numbers(counts),
    processor: () => processorOfAll(first),
    close: () => client.end(),
  }
}

export type WatchedDatabase = Awaited<ReturnType<typeof watchDatabase>>

/** Throws if an entry is lost or stored twice. */
export const expectExactlyOnce = (before: Numbers, after: Numbers, sent: number): void => {
  const added = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
  const isRight =
    ['deliveries', 'keys', 'numbers'].every((name) => added(name) === sent) &&
    added('events') === added('event calls') &&
    added('module events') === added('module calls') &&
    // Each entry was captured and delivered, and possibly delayed in between.
    added('log rows') >= 2 * sent
  if (!isRight) throw new Error(`Lost, or there twice: ${JSON.stringify({ before, after, sent })}`)
}

/** Tables with about one row per coach and device, regardless of activity. */
const ofDevices = ['customers', 'sessions', 'device_secrets', 'devices', 'device_customers']

/** Disk space per entry and per device; tables with their indexes. */
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
