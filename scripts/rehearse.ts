import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTestIdentity, type TestIdentity } from '../server/testing/test-identity.ts'
import { findOlderRelease, layOut } from './rehearsal/older-release.ts'
import { root } from './product/processes.ts'
import { startBalancer } from './rehearsal/balancer.ts'
import { createFleet, type Fleet, type Release } from './rehearsal/fleet.ts'
import { emptyPhones, live, startPhones, type Phone, type Reached } from './rehearsal/load.ts'
import { createTally, type Tally } from './rehearsal/tally.ts'
import { judge } from './rehearsal/verdict.ts'
import { startTestPostgres } from './programs/test-postgres.ts'
import { withPostgres } from './programs/with-postgres.ts'

/**
 * `npm run rehearse [revision]` rolls this release out over an older one, back, and out again, copy by copy,
 * while phones are in use. Reports whether anything failed or was lost.
 */
const copies = 3
const phonesOfRelease = 6
/** ms with only one release, before the next rollout */
const pause = 5000
/** ms that phones have to send their remaining entries at the end */
const lastDeliveries = 60_000
/** ms; a rehearsal takes two or three minutes, and this limit ends it if something hangs */
const limit = 9 * 60_000

const say = (text: string) => console.log(`${Math.round(performance.now() / 1000)} s`.padStart(5), text)

/** Half of the phones have the app of the older release, if that release includes a phone. */
const givePhones = async (folders: Record<Release, string>, reached: Reached): Promise<Phone[]> => {
  const ofOlder = await startPhones(folders.older, phonesOfRelease, reached)
  if (ofOlder.length === 0)
    say('The older release has no integration/phone.ts: all phones have the newer app.')
  const ofNewer = await startPhones(folders.newer, 2 * phonesOfRelease - ofOlder.length, reached)
  return [...ofOlder, ...ofNewer]
}

const rollOut = async (fleet: Fleet, tally: Tally) => {
  for (const release of ['newer', 'older', 'newer'] as const) {
    for (let copy = 0; copy < copies; copy += 1) {
      await fleet.replaceOldest(release)
      say(`${fleet.names()}: ${tally.failures.length} requests failed`)
    }
    await sleep(pause)
  }
}

/** Resolves with everything that went wrong. */
const rehearse = async (databaseUrl: string, folders: Record<Release, string>, identity: TestIdentity) => {
  const tally = createTally()
  const balancer = await startBalancer(tally)
  const fleet = createFleet({ identity, databaseUrl, balancer, folders })
  for (let copy = 0; copy < copies; copy += 1) await fleet.add('older')
  say(fleet.names())

  const tokenOf = (customer: string) => identity.token(customer)
  const phones = await givePhones(folders, { origin: () => balancer.origin, tokenOf })
  const stopped = new AbortController()
  const lives = Promise.all(phones.map((phone) => live(phone, stopped.signal)))
  await sleep(pause)
  await rollOut(fleet, tally)
  stopped.abort()
  const wrong = (await lives).flat()
  await emptyPhones(phones, AbortSignal.timeout(lastDeliveries))
  const faults = await judge({ databaseUrl, phones, tally })
  await fleet.stop()
  await balancer.stop()
  return [...faults, ...wrong, ...fleet.faults]
}

const older = findOlderRelease(process.argv[2])
if ('skipped' in older) {
  console.error(`There is nothing to rehearse with. ${older.skipped}`)
  process.exit(1)
}
console.log(`From ${older.title}\nto what lies here, back, and here again; ${copies} copies\n`)
const folder = layOut(older)
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
setTimeout(() => {
  console.error('The rehearsal hangs.')
  process.kill(process.pid, 'SIGTERM')
}, limit).unref()

await withPostgres(startTestPostgres, async (postgres) => {
  if ('skipped' in postgres) throw new Error(postgres.skipped)
  const identity = await startTestIdentity()
  const wrong = await rehearse(postgres.url, { older: folder, newer: root }, identity)
  identity.stop()
  for (const [line, times = []] of Object.entries(Object.groupBy(wrong, (line) => line)))
    console.error(`${times.length} × ${line}`)
  console.log(`\nnpm run rehearse${wrong.length === 0 ? ': all in order' : ' failed'}`)
  process.exitCode = wrong.length === 0 ? 0 : 1
})
process.exit()
