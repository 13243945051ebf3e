import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { Client } from 'pg'
import { startTestPostgres } from '../../scripts/programs/test-postgres.ts'
import { withPostgres } from '../../scripts/programs/with-postgres.ts'
import { prepareData } from '../../server/testing/prepare-data.ts'
import { signInOver, spawnServer } from '../../server/testing/spawn-server.ts'
import { startTestIdentity, type TestIdentity } from '../../server/testing/test-identity.ts'
import { writeSection } from './shared/results.ts'
import { table } from './shared/table.ts'

/**
 * Measures whether some phones wait much longer than others, when they deliver at the same time, each one
 * entry after the other. Compares the result with the framework and the database alone.
 */
const phones = 32
const each = 40
/** The maximum ratio of the 99th percentile to the median. */
const most = 20

const run = promisify(execFile)

type Deliver = () => Promise<void>

/** Measures each delivery in ms, while all phones send at the same time. The first deliveries warm up. */
const measureTimes = async (phone: readonly Deliver[]): Promise<number[]> => {
  await Promise.all(phone.map((deliver) => deliver()))
  const times: number[] = []
  const sendAll = async (deliver: Deliver) => {
    for (let sent = 0; sent < each; sent += 1) {
      const before = performance.now()
      await deliver()
      times.push(performance.now() - before)
    }
  }
  await Promise.all(phone.map(sendAll))
  return times
}

const expectDone = async (sent: Promise<Response>): Promise<void> => {
  const response = await sent
  const text = await response.text()
  if (response.status !== 200) throw new Error(text)
}

/** A server that parses the same body and responds immediately. */
const bareHono = async (): Promise<number[]> => {
  const app = new Hono().post('/', async (http) => http.json(await http.req.json()))
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.')
  const body = JSON.stringify({ customer_id: randomUUID(), event_id: 3, value: 'x' })
  const deliver = () => expectDone(fetch(`http://127.0.0.1:${address.port}`, { method: 'POST', body }))
  const times = await measureTimes(Array.from({ length: phones }, () => deliver))
  server.close()
  return times
}

const product = async (variables: Record<string, string>): Promise<number[]> => {
  const identity: TestIdentity = await startTestIdentity()
  const limits = { REQUESTS_PER_MINUTE: '1000000', LOGINS_PER_MINUTE: '1000', STATIC_DIR: 'no-such-folder' }
  const { child, ready, ended } = spawnServer(identity, { ...limits, ...variables })
  try {
    const origin = await ready
    const senders: Deliver[] = []
    for (let number = 0; number < phones; number += 1) {
      const customer = randomUUID()
      const post = await signInOver(identity, origin, customer)
      senders.push(() =>
        expectDone(post('/api/events', { customer_id: customer, event_id: 3, value: 'x' }, randomUUID())),
      )
    }
    return await measureTimes(senders)
  } finally {
    child.kill('SIGTERM')
    await ended
    identity.stop()
  }
}

/** The SQL of an event's delivery: one transaction of four statements. Each client has its own customer. */
const script = `begin;
select id from customers where id = 'pgbench-' || :client_id for no key update;
insert into deliveries (customer_id, key, call, hash, received_at)
  values ('pgbench-' || :client_id, gen_random_uuid(), 'events', '', now()) returning sequence \\gset
insert into events (sequence, customer_id, event_id, value, received_at)
  values (:sequence, 'pgbench-' || :client_id, 3, 'x', now());
update deliveries set answer = '{}' where sequence = :sequence;
commit;
`

const pgbench = async (url: string, directory: string): Promise<number[]> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`insert into customers (id, country, language, created_at)
    select 'pgbench-' || n, 'BR', 'PT', now() from generate_series(0, ${phones - 1}) n`)
  await client.end()
  const file = join(directory, 'delivery.sql')
  writeFileSync(file, script)
  const counted = ['--client', String(phones), '--jobs', '2', '--transactions', String(each + 1)]
  const prefix = join(directory, 'log')
  await run('pgbench', ['--no-vacuum', ...counted, '--log', `--log-prefix=${prefix}`, '--file', file, url])
  const lines = readdirSync(directory)
    .filter((name) => name.startsWith('log.'))
    .flatMap((name) => readFileSync(join(directory, name), 'utf8').trim().split('\n'))
  // Columns: client, transaction, µs, … The first transaction of each client includes the connection.
  return lines.flatMap((line) => {
    const [, transaction, time] = line.split(' ').map(Number)
    return transaction === 1 || time === undefined ? [] : [time / 1000]
  })
}

const ratios: [name: string, ratio: number][] = []
const toRow = (name: string, times: readonly number[]): string[] => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
  const ratio = at(0.99) / at(0.5)
  ratios.push([name, ratio])
  return [name, ...[at(0.5), at(0.95), at(0.99), at(1)].map((ms) => ms.toFixed(1)), ratio.toFixed(1)]
}

const directory = mkdtempSync(join(tmpdir(), 'fairness-'))
await withPostgres(startTestPostgres, async (postgres) => {
  if ('skipped' in postgres) throw new Error(postgres.skipped)
  await prepareData(join(directory, 'data'))
  const rows = [
    toRow('bare Hono', await bareHono()),
    toRow('the server on PGlite', await product({ DATA_DIR: join(directory, 'data') })),
    toRow('the server on PostgreSQL', await product({ DATABASE_URL: postgres.url })),
    toRow('`pgbench`: four statements of a delivery', await pgbench(postgres.url, directory)),
  ]
  const head = ['', 'p50 ms', 'p95 ms', 'p99 ms', 'longest ms', 'p99 ÷ p50']
  const how = `${phones} phones at once, ${each} deliveries of each, one after the other:`
  writeSection('Fairness', `${how}\n\n${table(head, rows)}`)
})
rmSync(directory, { recursive: true })
const unfair = ratios.filter(([name, ratio]) => name.startsWith('the server') && ratio > most)
if (unfair.length > 0) throw new Error(`Unfair: ${unfair.map(([name]) => name).join(', ')}`)
