import { startTestPostgres } from '../../scripts/programs/test-postgres.ts'
import { withPostgres } from '../../scripts/programs/with-postgres.ts'
import type { Database } from '../../server/db/database.ts'
import { openPostgres, noCallbacks } from '../../server/db/connection/open-postgres.ts'
import { createRandomEntries } from '../../server/testing/random-entries.ts'
import { spawnServer } from '../../server/testing/spawn-server.ts'
import { startTestIdentity, type TestIdentity } from '../../server/testing/test-identity.ts'
import { createFleetDevice, type FleetDevice } from './fleet/fleet-device.ts'
import { createLine } from './fleet/fleet-line.ts'
import { bytesTable, expectExactlyOnce, watchDatabase, type WatchedDatabase } from './fleet/fleet-rows.ts'
import { signInMany } from './fleet/fleet-sessions.ts'
import { readProcessorTime } from './shared/processor.ts'
import { randomFrom } from './shared/random-from.ts'
import { writeSection } from './shared/results.ts'
import { percentile } from './shared/rounds.ts'
import { table } from './shared/table.ts'

/**
 * Measures a fleet that reconnects at the same time after an outage: `npm run bench fleet [devices]
 * [entries] [instances]`. Each device runs the code of the app with its disk in memory. The instances of the
 * server are separate processes on one PostgreSQL.
 */
const [devices = 1000, entries = 20, onlyInstances] = process.argv.slice(2).map(Number)

type Plan = { instances: number; devices: number; entries: number }
const allPlans: Plan[] = [
  { instances: 1, devices, entries },
  { instances: 2, devices, entries },
  { instances: 3, devices, entries },
  // An evening after a match. The app sends so few entries in separate requests.
  { instances: 3, devices, entries: 4 },
]
const plans = onlyInstances === undefined ? allPlans : [{ instances: onlyInstances, devices, entries }]
/** The number of devices that warm up the instances. */
const warming = 20
/** The time limit of a fleet, in ms. */
const limit = 420_000

const makeFleet = async (db: Database, plan: Plan, origins: readonly string[]) => {
  const random = randomFrom(7)
  const { traffic, browserAt } = createLine(origins)
  const signedIn = await signInMany(db, plan.devices)
  const fleet: FleetDevice[] = []
  for (const [at, { customer, device, token }] of signedIn.entries()) {
    const fetch = browserAt(`10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`, token)
    const held = createRandomEntries(random, plan.entries, 0)
    fleet.push(await createFleetDevice({ customer, device, fetch, held }))
  }
  return { fleet, traffic }
}

/**
 * Measures the time until each device has delivered everything, in s. Resolves when all devices have also
 * reported that.
 */
const comeBack = async (fleet: readonly FleetDevice[]): Promise<number[]> => {
  const start = performance.now()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`It took longer than ${limit / 1000} s.`)), limit)
  const all = fleet.map(async (device) => {
    const { delivered, reported } = device.comeBack()
    await delivered
    const seconds = (performance.now() - start) / 1000
    await reported
    return seconds
  })
  try {
    return await Promise.race([Promise.all(all), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

type Around = { db: Database; watched: WatchedDatabase; identity: TestIdentity; url: string }

const startInstances = async ({ identity, url }: Around, count: number) => {
  const variables = { DATABASE_URL: url, TRUST_PROXY: '1', STATIC_DIR: 'no-such-folder', LOG_LEVEL: 'silent' }
  const instances = Array.from({ length: count }, () => spawnServer(identity, variables))
  const origins = await Promise.all(instances.map(({ ready }) => ready))
  return {
    origins,
    /** Returns the CPU time of all instances, in s. */
    processor: () => instances.reduce((sum, { child }) => sum + readProcessorTime(child.pid ?? 0), 0),
    stop: async () => {
      for (const { child } of instances) child.kill('SIGTERM')
      await Promise.all(instances.map(({ ended }) => ended))
    },
  }
}

const head =
  'instances|devices|entries each|entries/s|p50 s|p95 s|last s|requests|refused|failed, and why|server CPU ms/entry|database CPU ms/entry'

const measure = async (around: Around, plan: Plan): Promise<string[]> => {
  const { db, watched } = around
  const instances = await startInstances(around, plan.instances)
  try {
    await comeBack((await makeFleet(db, { ...plan, devices: warming }, instances.origins)).fleet)
    const { fleet, traffic } = await makeFleet(db, plan, instances.origins)
    const counts = await watched.counts()
    const [served, stored] = [instances.processor(), watched.processor()]
    const times = await comeBack(fleet)
    const sent = plan.devices * plan.entries
    const msEach = (seconds: number) => ((seconds / sent) * 1000).toFixed(2)
    const [server, database] = [msEach(instances.processor() - served), msEach(watched.processor() - stored)]
    expectExactlyOnce(counts, await watched.counts(), sent)
    const last = Math.max(...times)
    const { requests, refused } = traffic
    const failed = [...traffic.failed].map(([reason, times]) => `${times} ${reason}`).join(', ') || '0'
    const sizes = [plan.instances, plan.devices, plan.entries].map(String)
    const waits = [percentile(times, 0.5), percentile(times, 0.95), last.toFixed(1)]
    const row = [
      ...sizes,
      (sent / last).toFixed(0),
      ...waits,
      ...[requests, refused].map(String),
      failed,
      server,
      database,
    ]
    console.log(row.join(' | '))
    return row
  } finally {
    await instances.stop()
  }
}

const explained = `Every device is the app's own outbox, client and reporter with a disk in memory, and gets its network back at the same moment. \
The instances share two cores with PostgreSQL and with the devices themselves. More than two instances share the same processor time. \
PostgreSQL runs without waiting for its disk, as in the tests. A device's time ends when its last entry is delivered. *Refused* were told when to come again; *failed* are \
5xx without such a time, and requests without any response, by what happened to them and at which address. The processor's time is that of deliveries, refusals and reports. After \
each fleet the rows were counted: nothing was lost, and nothing is there twice.`

await withPostgres(startTestPostgres, async (postgres) => {
  if ('skipped' in postgres) throw new Error(postgres.skipped)
  const { db, close } = await openPostgres(postgres.url, noCallbacks)
  const watched = await watchDatabase(postgres.url)
  const identity = await startTestIdentity()
  const before = await watched.sizes()
  const rows: string[][] = []
  for (const plan of plans) rows.push(await measure({ db, watched, identity, url: postgres.url }, plan))
  const bytes = bytesTable(before, await watched.sizes(), await watched.counts())
  identity.stop()
  await watched.close()
  await close()
  writeSection('A fleet that comes back', [explained, table(head.split('|'), rows), bytes].join('\n\n'))
})
// Exits explicitly, because the devices keep connections and timers open.
process.exit(0)
