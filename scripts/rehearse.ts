/**
 * `npm run rehearse [revision]` tests a rolling upgrade. It rolls this release out over an older one, back,
 * and out again, one instance of the server at a time, while simulated phones are in use. Reports whether a
 * request failed or an entry was lost.
 */

import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { startTestIdentity, type TestIdentity } from '../server/testing/test-identity.ts'
import { root } from './product/processes.ts'
import { startTestPostgres } from './programs/test-postgres.ts'
import { withPostgres } from './programs/with-postgres.ts'
import { startBalancer } from './rehearsal/balancer.ts'
import { createFleet, type Fleet, type Release } from './rehearsal/fleet.ts'
import { extractRelease, findOlderRelease } from './rehearsal/older-release.ts'
import { deliverAll, simulateCoach, startPhones, type Phone, type PhoneServices } from './rehearsal/phones.ts'
import { createTally, type Tally } from './rehearsal/tally.ts'

/** How many instances of the server run at the same time. */
const instanceCount = 3
const phonesPerRelease = 6
/** How long only one release runs before the next rollout. */
const pauseMs = 5000
/** How long phones may take to send their remaining entries at the end. */
const lastDeliveriesMs = 60_000
/** A rehearsal takes two or three minutes. This limit ends it if something hangs. */
const timeLimitMs = 9 * 60_000

const log = (text: string) => console.log(`${Math.round(performance.now() / 1000)} s`.padStart(5), text)

/**
 * Starts all simulated phones (`integration/phone.ts`). Half of them have the app of the older release, if
 * that release includes such a phone.
 */
const startAllPhones = async (
  folders: Record<Release, string>,
  services: PhoneServices,
): Promise<Phone[]> => {
  const olderPhones = await startPhones(folders.older, phonesPerRelease, services)
  if (olderPhones.length === 0)
    log('The older release has no integration/phone.ts: all phones have the newer app.')
  const newerPhones = await startPhones(folders.newer, 2 * phonesPerRelease - olderPhones.length, services)
  return [...olderPhones, ...newerPhones]
}

/** Replaces all instances by the newer release, then by the older one, then by the newer one again. */
const rollOut = async (fleet: Fleet, tally: Tally) => {
  for (const release of ['newer', 'older', 'newer'] as const) {
    for (let instance = 0; instance < instanceCount; instance += 1) {
      await fleet.replaceOldest(release)
      log(`${fleet.describe()}: ${tally.failures.length} requests failed`)
    }
    await sleep(pauseMs)
  }
}

/** Counts half-stored deliveries: the key without its event, or the event without its key. */
const halfStoredQuery = `
  select count(*)::int as count
  from events full join (select sequence from deliveries where call = 'events') as stored using (sequence)
  where events.sequence is null or stored.sequence is null`

/** Counts events that are stored more than once. */
const storedTwiceQuery =
  'select count(*)::int as count from (select from events group by value having count(*) > 1) as again'

/**
 * Counts the entries that phones captured, and how many are missing in the database (`lost`), stored more
 * than once, or only half stored.
 */
const countEntries = async (url: string, phones: readonly Phone[]) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ key: string }>('select key from deliveries')
    const storedKeys = new Set(rows.map(({ key }) => key))
    const capturedKeys = phones.flatMap((phone) => phone.captured)
    const count = async (query: string) =>
      (await client.query<{ count: number }>(query)).rows[0]?.count ?? Number.NaN
    return {
      captured: capturedKeys.length,
      lost: capturedKeys.filter((key) => !storedKeys.has(key)).length,
      storedTwice: await count(storedTwiceQuery),
      halfStored: await count(halfStoredQuery),
    }
  } finally {
    await client.end()
  }
}

type Rehearsal = { databaseUrl: string; phones: readonly Phone[]; tally: Tally }

/** Prints the numbers of a rehearsal. Resolves with a line for each fault. */
const findFaults = async ({ databaseUrl, phones, tally }: Rehearsal): Promise<string[]> => {
  const { captured, lost, storedTwice, halfStored } = await countEntries(databaseUrl, phones)
  const waiting = phones.reduce((sum, { disk }) => sum + disk.rows.size, 0)
  /** For each receipt, whether its signature is valid, or undefined if it could not be checked. */
  const signatureChecks = (await Promise.all(phones.map((phone) => phone.allSigned()))).flat()
  const forged = signatureChecks.filter((isSigned) => isSigned !== true).length
  const batches = tally.countByCall['POST /api/deliver-entries'] ?? 0
  const { older = 0, newer = 0 } = tally.countByRelease
  console.log(`
requests    ${older} to the older release, ${newer} to the newer; ${batches} of them with several entries
failed      ${tally.failures.length}; ${tally.postponedCount} were told that the older release does not know this yet
entries     ${captured} captured, ${lost} lost, ${storedTwice} twice, ${halfStored} by half, ${waiting} still on a phone
receipts    ${signatureChecks.length} checked, ${forged} wrong
`)
  const faults = tally.failures.map(
    ({ release, call, status, cause = '' }) => `${call} at ${release}: ${status} ${cause}`,
  )
  if (lost + storedTwice + halfStored + waiting > 0) faults.push('not every entry is stored once')
  if (forged > 0) faults.push('not every receipt can be checked')
  // If one of these numbers is zero, the phones did not do everything that the rehearsal tests.
  if ([older, newer, batches, captured, signatureChecks.length].includes(0))
    faults.push('the phones did not do everything that the rehearsal tests')
  return faults
}

/** Runs the rehearsal. Resolves with every fault of the servers, the phones and the stored entries. */
const rehearse = async (databaseUrl: string, folders: Record<Release, string>, identity: TestIdentity) => {
  const tally = createTally()
  const balancer = await startBalancer(tally)
  const fleet = createFleet({ identity, databaseUrl, balancer, folders })
  for (let instance = 0; instance < instanceCount; instance += 1) await fleet.add('older')
  log(fleet.describe())

  const createToken = (customerId: string) => identity.token(customerId)
  const phones = await startAllPhones(folders, { origin: () => balancer.origin, createToken })
  const simulation = new AbortController()
  const coaches = Promise.all(phones.map((phone) => simulateCoach(phone, simulation.signal)))
  await sleep(pauseMs)
  await rollOut(fleet, tally)
  simulation.abort()
  const phoneFaults = (await coaches).flat()
  await deliverAll(phones, AbortSignal.timeout(lastDeliveriesMs))
  const deliveryFaults = await findFaults({ databaseUrl, phones, tally })
  await fleet.stop()
  await balancer.stop()
  return [...deliveryFaults, ...phoneFaults, ...fleet.faults]
}

const main = async () => {
  const older = findOlderRelease(process.argv[2])
  if (!older.ok) {
    console.error(`There is no older release to rehearse with. ${older.error}`)
    process.exit(1)
  }
  console.log(
    `From ${older.value.title}\nto the working copy, back, and forward again; ${instanceCount} instances\n`,
  )
  const folder = extractRelease(older.value)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  setTimeout(() => {
    console.error('The rehearsal did not end within its time limit.')
    // On this signal, `withPostgres` stops PostgreSQL and ends this script.
    process.kill(process.pid, 'SIGTERM')
  }, timeLimitMs).unref()

  await withPostgres(startTestPostgres, async (postgres) => {
    if ('skipped' in postgres) throw new Error(postgres.skipped)
    const identity = await startTestIdentity()
    const faults = await rehearse(postgres.url, { older: folder, newer: root }, identity)
    identity.stop()
    for (const [fault, occurrences = []] of Object.entries(Object.groupBy(faults, (text) => text)))
      console.error(`${occurrences.length} × ${fault}`)
    console.log(`\nnpm run rehearse${faults.length === 0 ? ': passed' : ' failed'}`)
    process.exitCode = faults.length === 0 ? 0 : 1
  })
}

await main()
process.exit()
