import { createHash } from 'node:crypto'
import { asc, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productApi } from '../src/contract/product-api.ts'
import { cookies, headers } from '../src/contract/product-api/headers-and-cookies.ts'
import { chooseLives } from '../src/lib/testing/random-lives.ts'
import { createWorldOn, type WorldServer } from '../src/outbox/testing/in-memory-world.ts'
import { faults, live, randomFrom, violations } from '../src/outbox/testing/random-life.ts'
import { customers, deliveries, events, sessions } from '../server/db/schema.ts'
import type { OpenDatabase } from '../server/db/database.ts'

const { seeds, again } = chooseLives('integration/exactly-once.test.ts', { usual: 100, red: [] }, process.env)
/** Fixed lives, with seeds above all random seeds. */
const sameSeeds = Array.from({ length: 30 }, (_, at) => 200_000_000 + at)
const device = '00000000-0000-4000-8000-000000000000'
const csrf = 'x'.repeat(43)
/** The server's response to a request for the token that the client's cookie already contains. */
const csrfAnswer = JSON.stringify({ token: csrf })

/** The part of the product API that this test needs. */
type RealServer = {
  app: { request: (url: string, init: RequestInit, env: object) => Promise<Response> }
  database: OpenDatabase
  stop: () => Promise<void>
}
/** Imported dynamically: the server is compiled only for Node, and this file also for a browser. */
const server = '../server/testing/start-test-app.ts'

let api: RealServer
beforeAll(async () => {
  const { startTestApp }: { startTestApp: () => Promise<RealServer> } = await import(server)
  api = await startTestApp()
  await signInEverybody()
})
afterAll(() => api.stop())

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Two coaches per life, who share a phone. */
const createCoaches = (seed: number) => [`a-${seed}`, `b-${seed}`]
const everybody = [...seeds, ...sameSeeds].flatMap(createCoaches)
const now = new Date()

/** Inserts the rows that `/api/login` would create. Separate calls would take minutes. */
const signInEverybody = async () => {
  const { db } = api.database
  // The data does not outlive the process.
  await db.execute(sql`set synchronous_commit = off`)
  for (let from = 0; from < everybody.length; from += 1000) {
    const some = everybody.slice(from, from + 1000)
    await db
      .insert(customers)
      .values(some.map((id) => ({ id, country: 'BR', language: 'PT', createdAt: now })))
    await db.insert(sessions).values(
      some.map((customerId) => ({
        tokenHash: sha256(customerId),
        customerId,
        device,
        admin: false,
        createdAt: now,
        expiresAt: new Date(now.getTime() + 86_400_000),
      })),
    )
  }
}

/**
 * The product API with the cookies of one browser. The token of a session is its customer's id. `numbered`
 * sends the number of each entry of the device. That takes a quarter of the time, and only admins use
 * it.
 */
const browser = (numbered: boolean): WorldServer => {
  const server: WorldServer = {
    session: undefined,
    fetch: async (url, init = {}) => {
      // Every tab asks for this. 1,800 real requests with the same response would prove nothing more.
      if (url === productApi.csrfCookie.path) return new Response(csrfAnswer)
      const sent = new Headers(init.headers)
      const session = server.session === undefined ? '' : `; ${cookies.session}=${server.session}`
      sent.set('Cookie', `${cookies.csrf}=${csrf}${session}`)
      if (init.method === 'POST') sent.set(headers.csrf, csrf)
      if (!numbered) sent.delete(headers.deviceSequence)
      if (url === productApi.deliverEntries.path) together += 1
      return api.app.request(url, { ...init, headers: sent }, {})
    },
  }
  return server
}

/** Counts requests with several entries. */
let together = 0

/** The phone keeps the server's keys from one life to the next. */
const receiptKeys = new Map<string, unknown>()

const play = async (seed: number) => {
  const random = randomFrom(seed)
  let stormy = true
  const world = createWorldOn(browser(seed % 4 === 0), {
    random,
    chooseFault: () => (stormy && faults[Math.floor(random() * faults.length)]) || { kind: 'none' },
    choosePlace: (count) => Math.floor(random() * count),
    receiptKeys,
    hash: async (body) => sha256(JSON.stringify(body)),
    firstKey: seed * 1000,
    minBatchSize: 2,
  })
  const calm = () => void (stormy = false)
  return live(world, { random, customers: createCoaches(seed), steps: 8, captures: 0.22, calm })
}

/** The entries that the server stored, by coach. */
const readArrived = async () => {
  const arrived = await api.database.db
    .select({
      customer: deliveries.customerId,
      key: deliveries.key,
      sequence: deliveries.sequence,
      call: deliveries.call,
    })
    .from(deliveries)
    .orderBy(asc(deliveries.sequence))
  const byCoach = Map.groupBy(arrived, ({ customer }) => customer)
  return { arrived, of: (seed: number) => createCoaches(seed).flatMap((coach) => byCoach.get(coach) ?? []) }
}

test('each captured event is stored on the real server once, or stays here with a reason', async () => {
  const lives: [seed: number, life: Awaited<ReturnType<typeof play>>][] = []
  for (const seed of seeds) lives.push([seed, await play(seed)])

  const { arrived, of } = await readArrived()
  const broken = lives.flatMap(([seed, life]) =>
    violations(life, of(seed)).map((violation) => `${violation}: ${again(seed)}`),
  )
  expect(broken).toEqual([])

  // A delivery and its effect are stored together: no event without its delivery, and no event twice.
  const logged = new Set(
    (await api.database.db.select({ sequence: events.sequence }).from(events)).map(
      ({ sequence }) => sequence,
    ),
  )
  const stored = arrived.flatMap(({ call, sequence }) => (call === 'events' ? [sequence] : []))
  expect([...logged].toSorted((a, b) => a - b)).toEqual(stored)
})

test('in thirty runs, many events are captured and arrive, some together, and some stay here', async () => {
  const before = together
  // Fixed lives, because with random lives any of these numbers can be low.
  const lives: Awaited<ReturnType<typeof play>>[] = []
  for (const seed of sameSeeds) lives.push(await play(seed))
  const { of } = await readArrived()
  console.log(
    lives.flatMap((life) => life.captured).length,
    sameSeeds.flatMap(of).length,
    together - before,
    lives.filter(({ world }) => world.disk.rows.size > 0).length,
  )
  expect(lives.flatMap((life) => life.captured).length).toBeGreaterThan(30)
  expect(sameSeeds.flatMap(of).length).toBeGreaterThan(15)
  expect(together - before).toBeGreaterThan(3)
  expect(lives.filter(({ world }) => world.disk.rows.size > 0)).not.toEqual([])
})
