import { expect, test } from 'vitest'
import { refusedValue } from './in-memory-product-api.ts'
import { createWorld, type Fault, type Tab, type World } from './in-memory-world.ts'
import { readEntry, type Entry } from './entry.ts'

const schedules = 2500
const customers = ['coach-a', 'coach-b']

/** mulberry32: small, and the same numbers everywhere for a seed. */
const randomFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const faults: Fault[] = [
  { is: 'none' },
  { is: 'none' },
  { is: 'none' },
  { is: 'no-network' },
  { is: 'lost-answer' },
  { is: 'lost-answer' },
  { is: 'portal' },
  { is: 'refusal', code: 'server-failed' },
  { is: 'refusal', code: 'maintenance', retryAfter: 3 },
  { is: 'refusal', code: 'too-many-requests', retryAfter: 1 },
  { is: 'refusal', code: 'csrf-mismatch' },
  { is: 'refusal', code: 'signed-out' },
  { is: 'refusal', code: 'key-reused' },
]

type Captured = { customer: string; value: string; removed: boolean }
type Run = { world: World; tabs: Tab[]; captured: Captured[]; random: () => number; calm: () => void }

const begin = (seed: number): Run => {
  const random = randomFrom(seed)
  let stormy = true
  const pick = () => faults[Math.floor(random() * faults.length)] ?? { is: 'none' }
  const world = createWorld({
    random,
    chooseFault: () => (stormy ? pick() : { is: 'none' }),
    choosePlace: (count) => Math.floor(random() * count),
  })
  const calm = () => {
    stormy = false
  }
  return { world, tabs: [world.openTab(), world.openTab()], captured: [], random, calm }
}

const captureOne = ({ world, tabs, captured, random }: Run, count: number) => {
  const tab = tabs[Math.floor(random() * tabs.length)]
  const { customer } = world
  if (!tab || customer === undefined) return
  const value = random() < 0.1 ? `${refusedValue} ${count}` : `event ${count}`
  const adding =
    random() < 0.5
      ? tab.outbox.add('event.logged.v1', { event_id: 3, value })
      : tab.outbox.add('fields.saved.v1', { fields: { value } })
  void adding.then(async (added) => {
    // Only what the coach was told is saved counts as captured.
    if (!added.ok) return
    const one = { customer, value, removed: false }
    captured.push(one)
    if (random() > 0.1) return
    one.removed = true
    const undo = await tab.outbox.remove(added.value.key)
    if (random() < 0.5) return
    await undo()
    one.removed = false
  })
}

const disturb = (run: Run) => {
  const { world, tabs, random } = run
  const dice = random()
  if (dice < 0.1) {
    const [victim] = tabs.splice(Math.floor(random() * tabs.length), 1)
    victim?.kill()
    tabs.push(world.openTab())
  } else if (dice < 0.2) world.signIn(random() < 0.3 ? undefined : customers[Math.floor(random() * 2)])
  else if (dice < 0.25) world.server.session = undefined
  else if (dice < 0.4) void tabs[0]?.outbox.deliver({ eager: random() < 0.5 })
  else world.now += random() * 10_000
}

/** Everything that is due happens; time passes where only time helps. */
const settle = async ({ world, tabs }: Run) => {
  for (const customer of customers) {
    world.signIn(customer)
    for (let round = 0; round < 4; round += 1) {
      void tabs[0]?.outbox.deliver({ eager: true })
      while (await world.step());
      world.now += 400_000
    }
  }
}

const holds = (body: unknown, value: string): boolean => JSON.stringify(body).includes(`"${value}"`)

/** Whether a waiting entry has an entry in front of it that needs the coach. */
const isBlocked = (entry: Entry, left: Entry[]): boolean =>
  left.some(
    ({ lane, seq, customer, state }) =>
      state.is === 'needs-you' && lane === entry.lane && customer === entry.customer && seq < entry.seq,
  )

/** Whether the places in the device's sequence of what reached the server in one lane grow. */
const isInOrder = ({ world }: Run, customer: string, path: string): boolean => {
  const { journal } = world.disk
  const undone = new Set(journal.flatMap(({ key, happened }) => (happened === 'restored' ? [key] : [])))
  const seqs = new Map(journal.map(({ key, seq }) => [key, seq]))
  const arrived = world.server.accepted
    .filter((one) => one.customer === customer && one.path === path && !undone.has(one.key))
    .map(({ key }) => seqs.get(key) ?? 0)
  return arrived.every((seq, place) => place === 0 || seq > (arrived[place - 1] ?? 0))
}

/** Every way in which a run broke the law. */
const violations = (run: Run): string[] => {
  const { accepted } = run.world.server
  const left = [...run.world.disk.rows.values()].map(readEntry)
  const broken = run.captured.flatMap(({ customer, value, removed }) => {
    const there = accepted.filter(({ body }) => holds(body, value))
    const here = left.filter(({ payload }) => holds(payload, value))
    const silent = here.filter((entry) => entry.state.is === 'waiting' && !isBlocked(entry, left))
    return [
      there.length > 1 ? `${value} is on the server ${there.length} times` : '',
      there.some((one) => one.customer !== customer) ? `${value} was sent as somebody else's` : '',
      !removed && there.length + here.length === 0 ? `${value} is lost` : '',
      silent.length > 0 ? `${value} waits without a reason` : '',
    ]
  })
  const lanes = customers.flatMap((customer) =>
    ['/api/events', '/api/newFields'].map((path) =>
      isInOrder(run, customer, path) ? '' : `${path} of ${customer} is out of order`,
    ),
  )
  const senders = run.world.mostSenders > 1 ? `${run.world.mostSenders} tabs sent at once` : ''
  return [...broken, ...lanes, senders].filter((violation) => violation !== '')
}

test(`each captured event is once on the server in its lane's order, or here with a reason (${schedules} schedules)`, async () => {
  for (let seed = 1; seed <= schedules; seed += 1) {
    const run = begin(seed)
    run.world.signIn('coach-a')
    for (let count = 0; count < 25; count += 1) {
      if (run.random() < 0.4) captureOne(run, count)
      else disturb(run)
      for (let steps = run.random() * 4; steps > 0; steps -= 1) await run.world.step()
    }
    run.calm()
    await settle(run)
    expect({ seed, violations: violations(run) }).toEqual({ seed, violations: [] })
  }
}, 240_000)
