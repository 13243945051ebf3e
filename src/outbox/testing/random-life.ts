import type { Entry } from '../entry/entry.ts'
import { readEntry } from '../entry/entry.ts'
import { refusedValue } from './in-memory-product-api.ts'
import type { Fault } from './faults.ts'
import type { Tab } from './in-memory-tab.ts'
import type { World } from './in-memory-world.ts'

/** mulberry32, a small generator with the same numbers on every machine for a seed. */
export const randomFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Faults of a request, each row equally likely. */
export const faults: readonly Fault[] = [
  { kind: 'none' },
  { kind: 'none' },
  { kind: 'none' },
  { kind: 'no-network' },
  { kind: 'lost-answer' },
  { kind: 'lost-answer' },
  { kind: 'portal' },
  { kind: 'forged' },
  { kind: 'refusal', code: 'server-failed' },
  { kind: 'refusal', code: 'maintenance', retryAfter: 3 },
  { kind: 'refusal', code: 'too-many-requests', retryAfter: 1 },
  { kind: 'refusal', code: 'csrf-mismatch' },
  { kind: 'refusal', code: 'signed-out' },
  { kind: 'refusal', code: 'key-reused' },
]

type Captured = { key: string; customer: string; lane: string; isRemoved: boolean }
type Life = {
  world: World
  tabs: Tab[]
  captured: Captured[]
  random: () => number
  customers: readonly string[]
}

/** An entry that the server has stored. */
export type Arrived = { customer: string; key: string }

const note = ({ captured }: Life, { key, customer, lane }: Entry): Captured => {
  const one = { key, customer, lane, isRemoved: false }
  captured.push(one)
  return one
}

const poison = { video_id: 'training-1', answers: [{ question: refusedValue, value: 'x' }] }

const add = ({ random }: Life, { outbox }: Tab, count: number) => {
  const dice = random()
  if (dice < 0.15) return outbox.add('survey.answered.v2', poison)
  if (dice < 0.6) return outbox.add('event.logged.v1', { event_id: 3, value: `event ${count}` })
  return outbox.add('fields.saved.v1', { fields: { value: `field ${count}` } })
}

const captureOne = async (life: Life, tab: Tab, count: number): Promise<void> => {
  const added = await add(life, tab, count)
  // An entry counts as captured only if the coach was shown that it is saved.
  if (!added.ok) return
  const one = note(life, added.value)
  if (life.random() > 0.1) return
  one.isRemoved = true
  const undo = await tab.outbox.remove(one.key)
  if (life.random() < 0.5) return
  await undo()
  one.isRemoved = false
}

/** The coach corrects an entry that the server refused. */
const correct = async (life: Life, { outbox }: Tab): Promise<void> => {
  const refused = outbox.snapshot().entries.find(({ state }) => state.is === 'needs-you')
  if (refused?.name !== 'survey.answered.v2') return
  const answers = [{ question: 'q1', value: 'a' }]
  const added = await outbox.replace(refused.key, 'survey.answered.v2', { ...poison, answers })
  if (!added.ok) return
  for (const one of life.captured) if (one.key === refused.key) one.isRemoved = true
  note(life, added.value)
}

/** Actions of a person, a phone and a clock. `share` is the upper bound of the random number for the row. */
const disturbances: readonly [share: number, happens: (life: Life, tab: Tab) => void][] = [
  [
    0.12,
    ({ world, tabs }, tab) => {
      tabs.splice(tabs.indexOf(tab), 1)
      tab.kill()
      tabs.push(world.openTab())
    },
  ],
  [
    0.25,
    ({ world, random, customers }) =>
      world.signIn(random() < 0.3 ? undefined : customers[Math.floor(random() * customers.length)]),
  ],
  [0.3, ({ world }) => void (world.server.session = undefined)],
  [0.45, ({ random }, { outbox }) => void outbox.deliver({ eager: random() < 0.5 })],
  [0.55, (life, tab) => void correct(life, tab)],
  [0.58, (_, { outbox }) => void outbox.discard()],
  [0.6, ({ world }) => void (world.isServerReachable = !world.isServerReachable)],
  // A clock that jumps by years, to a right or wrong time.
  [0.65, ({ world, random }) => void (world.now += (random() - 0.5) * 4e11)],
  [1, ({ world, random }) => void (world.now += random() * 10_000)],
]

/** Runs everything that is due, and advances the time if nothing else helps. */
const settle = async ({ world, tabs, customers }: Life): Promise<void> => {
  for (const customer of customers) {
    world.signIn(customer)
    for (let round = 0; round < 4; round += 1) {
      void tabs[0]?.outbox.deliver({ eager: true })
      while (await world.step());
      if (![...world.disk.rows.values()].some((row) => readEntry(row).customer === customer)) break
      world.now += 400_000
    }
  }
}

/** Plays `steps` random events in a world, then removes all faults and delivers. */
export const live = async (
  world: World,
  given: {
    random: () => number
    customers: readonly string[]
    steps: number
    captures: number
    calm: () => void
  },
): Promise<Life> => {
  const { random, customers, steps, captures, calm } = given
  const life: Life = { world, tabs: [world.openTab(), world.openTab()], captured: [], random, customers }
  world.signIn(customers[0])
  for (let count = 0; count < steps; count += 1) {
    const tab = life.tabs[Math.floor(random() * life.tabs.length)]
    if (!tab) break
    if (random() < captures) void captureOne(life, tab, count)
    else {
      const dice = random()
      disturbances.find(([share]) => dice < share)?.[1](life, tab)
    }
    for (let due = random() * 4; due > 0; due -= 1) await world.step()
  }
  calm()
  await settle(life)
  return life
}

/** Whether an entry waits behind an entry that needs the coach. */
const isBlocked = (entry: Entry, left: Entry[]): boolean =>
  left.some(
    ({ lane, seq, customer, state }) =>
      state.is === 'needs-you' && lane === entry.lane && customer === entry.customer && seq < entry.seq,
  )

/** Whether the entries of one lane arrived in the order of capture. */
const isInOrder = ({ world, captured }: Life, arrived: readonly Arrived[], lane: string): boolean => {
  const { journal } = world.disk
  const undone = new Set(journal.flatMap(({ key, happened }) => (happened === 'restored' ? [key] : [])))
  const seqs = new Map(journal.map(({ key, seq }) => [key, seq]))
  const ofLane = new Set(captured.flatMap((one) => (`${one.customer} ${one.lane}` === lane ? [one.key] : [])))
  const order = arrived
    .filter(({ key }) => ofLane.has(key) && !undone.has(key))
    .map(({ key }) => seqs.get(key) ?? 0)
  return order.every((seq, place) => place === 0 || seq > (order[place - 1] ?? 0))
}

/** All violations of the outbox's guarantees in a life. `arrived` lists the server's entries in order. */
export const violations = (life: Life, arrived: readonly Arrived[]): string[] => {
  const left = [...life.world.disk.rows.values()].map(readEntry)
  const broken = life.captured.flatMap(({ key, customer, isRemoved }) => {
    const isGone = isRemoved || life.world.discarded.has(key)
    const there = arrived.filter((one) => one.key === key)
    const here = left.filter((entry) => entry.key === key)
    const silent = here.filter((entry) => entry.state.is === 'waiting' && !isBlocked(entry, left))
    return [
      there.length > 1 ? `${key} is on the server ${there.length} times` : '',
      there.some((one) => one.customer !== customer) ? `${key} was sent as somebody else's` : '',
      !isGone && there.length + here.length === 0 ? `${key} is lost` : '',
      silent.length > 0 ? `${key} waits without a reason` : '',
    ]
  })
  const lanes = new Set(life.captured.map(({ customer, lane }) => `${customer} ${lane}`))
  const disorder = [...lanes].map((lane) => (isInOrder(life, arrived, lane) ? '' : `${lane} is out of order`))
  const senders = life.world.maxSenders > 1 ? `${life.world.maxSenders} tabs sent at once` : ''
  return [...broken, ...disorder, senders].filter((violation) => violation !== '')
}
