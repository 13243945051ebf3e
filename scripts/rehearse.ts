/**
 * `npm run rehearse [revision]` tests a rolling upgrade. It rolls this release out over an older one, back,
 * and out again, one replica of the server at a time, while simulated phones are in use. Reports whether a
 * request failed or an entry was lost.
 */

import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTestIdentity, type TestIdentity } from '../server/testing/test-identity.ts'
import { root } from './product/processes.ts'
import { startTestPostgres } from './programs/test-postgres.ts'
import { withPostgres } from './programs/with-postgres.ts'
import { startBalancer } from './rehearsal/balancer.ts'
import { findFaults } from './rehearsal/find-faults.ts'
import { createFleet, type Fleet, type Release } from './rehearsal/fleet.ts'
import { extractRelease, findOlderRelease } from './rehearsal/older-release.ts'
import { deliverAll, simulateCoach, startPhones, type Phone, type PhoneServices } from './rehearsal/phones.ts'
import { createTally, type Tally } from './rehearsal/tally.ts'

/** How many replicas of the server run at the same time. */
const replicaCount = 3
const phonesPerRelease = 6
/** How long only one release runs before the next rollout. */
const pauseMs = 5000
/** How long phones may take to send their remaining entries at the end. */
const lastDeliveriesMs = 60_000
/** A rehearsal takes two or three minutes. This limit ends it if something hangs. */
const timeLimitMs = 9 * 60_000

const log = (text: string) => console.log(`${Math.round(performance.now() / 1000)} s`.padStart(5), text)

/** Starts all phones: half of them have the app of the older release, if that release includes a phone. */
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

/** Replaces all replicas by the newer release, then by the older one, then by the newer one again. */
const rollOut = async (fleet: Fleet, tally: Tally) => {
  for (const release of ['newer', 'older', 'newer'] as const) {
    for (let replica = 0; replica < replicaCount; replica += 1) {
      await fleet.replaceOldest(release)
      log(`${fleet.names()}: ${tally.failures.length} requests failed`)
    }
    await sleep(pauseMs)
  }
}

/** Runs the rehearsal. Resolves with every fault of the servers, the phones and the stored entries. */
const rehearse = async (databaseUrl: string, folders: Record<Release, string>, identity: TestIdentity) => {
  const tally = createTally()
  const balancer = await startBalancer(tally)
  const fleet = createFleet({ identity, databaseUrl, balancer, folders })
  for (let replica = 0; replica < replicaCount; replica += 1) await fleet.add('older')
  log(fleet.names())

  const createToken = (customer: string) => identity.token(customer)
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
    console.error(`There is nothing to rehearse with. ${older.error}`)
    process.exit(1)
  }
  console.log(
    `From ${older.value.title}\nto the working copy, back, and forward again; ${replicaCount} copies\n`,
  )
  const folder = extractRelease(older.value)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  setTimeout(() => {
    console.error('The rehearsal hangs.')
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
