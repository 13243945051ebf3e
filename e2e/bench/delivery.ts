import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { startTestPostgres } from '../../scripts/programs/test-postgres.ts'
import { withPostgres } from '../../scripts/programs/with-postgres.ts'
import { prepareData } from '../../server/testing/prepare-data.ts'
import { createRandomEntries, sentEntry, type HeldEntry } from '../../server/testing/random-entries.ts'
import { signInOver, spawnServer } from '../../server/testing/spawn-server.ts'
import { startTestIdentity, type TestIdentity } from '../../server/testing/test-identity.ts'
import { maxEntries } from '../../src/contract/product-api/delivery-api.ts'
import { readProcessorTime } from './shared/processor.ts'
import { randomFrom } from './shared/random-from.ts'
import { writeSection } from './shared/results.ts'
import { median, table } from './shared/table.ts'

/**
 * Delivers a thousand waiting entries of one phone to the server, once with a request per entry and once with
 * fifty per request. The server is a separate process. The phone's database is not part of the measurement:
 * this process creates the requests.
 */
const queued = 1000
const rounds = 1
/** The number of entries that warm up the server. */
const warming = 100

/** The waiting entries: only events, or a mix of everything that a coach does. */
const queues: Record<string, () => HeldEntry[]> = {
  'events alone': () =>
    Array.from({ length: queued }, (_, at) => ({
      call: 'saveEvents',
      lane: 'events',
      body: { event_id: 3, value: `event ${at}` },
      seq: at + 1,
      capturedAt: new Date(1_790_000_000_000 + at * 1000).toISOString(),
      isPoison: false,
    })),
  'of everything': () => createRandomEntries(randomFrom(7), queued, 0),
}

type Post = Awaited<ReturnType<typeof signInOver>>
type Sent = ReturnType<typeof sentEntry>

const expectDone = async (response: Response): Promise<string> => {
  const text = await response.text()
  if (response.status !== 200) throw new Error(text)
  return text
}

const answered = v.object({ results: v.array(v.nullable(v.object({ status: v.number() }))) })

const ways: Record<string, (post: Post, customer: string, entries: Sent[]) => Promise<void>> = {
  'one by one': async (post, _customer, entries) => {
    for (const { path, headers, body } of entries) {
      await expectDone(await post(path, JSON.parse(body), headers['Idempotency-Key'], headers))
    }
  },
  [`${maxEntries} in a request`]: async (post, customer, entries) => {
    for (let from = 0; from < entries.length; from += maxEntries) {
      const some = entries
        .slice(from, from + maxEntries)
        .map(({ call, headers, body }, at) => ({ call, headers, body, follows: at === 0 ? [] : [at - 1] }))
      const response = await post('/api/deliver-entries', { customer_id: customer, entries: some })
      const { results } = v.parse(answered, JSON.parse(await expectDone(response)))
      if (results.some((result) => result?.status !== 200)) throw new Error(JSON.stringify(results))
    }
  },
}

const measure = async (identity: TestIdentity, origin: string, pid: number): Promise<string[][]> => {
  const rows: string[][] = []
  for (const [what, queue] of Object.entries(queues)) {
    const taken = Object.entries(ways).map(([way, deliver]) => ({
      way,
      deliver,
      wall: new Array<number>(),
      processor: new Array<number>(),
    }))
    for (let round = 0; round <= rounds; round += 1) {
      for (const { deliver, wall, processor } of taken) {
        const owner = { customer: randomUUID(), device: randomUUID() }
        const post = await signInOver(identity, origin, owner.customer, owner.device)
        const held = round === 0 ? queue().slice(0, warming) : queue()
        const entries = held.map((one) => sentEntry(one, owner))
        const before = { at: performance.now(), processor: readProcessorTime(pid) }
        await deliver(post, owner.customer, entries)
        if (round === 0) continue
        wall.push((performance.now() - before.at) / 1000)
        processor.push(readProcessorTime(pid) - before.processor)
      }
    }
    for (const { way, wall, processor } of taken) {
      const [seconds, cores] = [median(wall), median(processor)]
      const perEntry = ((cores / queued) * 1000).toFixed(2)
      rows.push([
        what,
        way,
        seconds.toFixed(2),
        (queued / seconds).toFixed(0),
        perEntry,
        (queued / cores).toFixed(0),
      ])
    }
  }
  return rows
}

const measureOn = async (kind: string, variables: Record<string, string>): Promise<string[][]> => {
  const identity = await startTestIdentity()
  const limits = { REQUESTS_PER_MINUTE: '1000000', LOGINS_PER_MINUTE: '1000', STATIC_DIR: 'no-such-folder' }
  const { child, ready, ended } = spawnServer(identity, { ...limits, ...variables })
  try {
    const rows = await measure(identity, await ready, child.pid ?? 0)
    return rows.map((row) => [kind].concat(row))
  } finally {
    child.kill('SIGTERM')
    await ended
    identity.stop()
  }
}

const directory = mkdtempSync(join(tmpdir(), 'delivery-'))
await prepareData(join(directory, 'data'))
const pglite = await measureOn('PGlite', { DATA_DIR: join(directory, 'data') })
rmSync(directory, { recursive: true })

await withPostgres(startTestPostgres, async (postgres) => {
  if ('skipped' in postgres) throw new Error(postgres.skipped)
  const rows = [...pglite, ...(await measureOn('PostgreSQL', { DATABASE_URL: postgres.url }))]
  const head = [
    'database',
    'entries',
    'way',
    's for 1,000',
    'entries/s',
    'server CPU ms each',
    'entries/s per core',
  ]
  writeSection(
    'Delivery of a queue',
    `One phone with ${queued} entries on loopback, one request at a time, once after ${warming} to warm up. The processor is that of the server's process: PGlite is a part of it, PostgreSQL is not.\n\n${table(head, rows)}`,
  )
})
