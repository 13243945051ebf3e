import { createHash } from 'node:crypto'
import { asc, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookies, headers, productApi } from '../src/contract/product-api.ts'
import { chooseLives } from '../src/lib/testing/random-lives.ts'
import { createWorldOn, type WorldServer } from '../src/outbox/testing/in-memory-world.ts'
import { faults, live, randomFrom, violations } from '../src/outbox/testing/random-life.ts'
import { customers, deliveries, events, sessions } from '../server/db/schema.ts'
import type { OpenDatabase } from '../server/db/database.ts'

const { seed: first, count, again } = chooseLives('integration/exactly-once.test.ts', 100, process.env)
const seeds = Array.from({ length: count }, (_, at) => first + at)
const device = '00000000-0000-4000-8000-000000000000'
const csrf = 'x'.repeat(43)
/** What the server says to whoever asks for the token that their cookie holds already. */
const csrfAnswer = JSON.stringify({ token: csrf })

/** As much of the product API as this test needs. */
type RealServer = {
  app: { request: (url: string, init: RequestInit, env: object) => Promise<Response> }
  database: OpenDatabase
  stop: () => Promise<void>
}
/** Imported by its name: the server is compiled for Node alone, and this file for a browser too. */
const server = '../../server/testing/start-test-app.ts'

let api: RealServer
beforeAll(async () => {
  const { startTestApp }: { startTestApp: () => Promise<RealServer> } = await import(server)
  api = await startTestApp()
  await signInEverybody()
})
afterAll(() => api.stop())

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Two coaches of their own for every life, who share a phone. */
const coachesOf = (seed: number) => [`a-${seed}`, `b-${seed}`]
const everybody = seeds.flatMap(coachesOf)
const now = new Date()

/** As `/api/login` would have done it, one after the other, for minutes. */
const signInEverybody = async () => {
  const { db } = api.database
  // Nothing here outlives the process.
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
 * The product API as one browser reaches it: with its cookies. The token of a session is its customer's id. `numbered`:
 * the entries tell their place in the device's sequence, which costs a quarter of the time and is for admins.
 */
const browser = (numbered: boolean): WorldServer => {
  const server: WorldServer = {
    session: undefined,
    fetch: async (url, init = {}) => {
      // Every tab asks, and each answer is this one: 1,800 requests that would prove nothing more.
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

/** Requests that brought several entries. */
let together = 0

/** One phone knows the server's keys from one life to the next. */
const receiptKeys = new Map<string, unknown>()

const play = async (seed: number) => {
  const random = randomFrom(seed)
  let stormy = true
  const world = createWorldOn(browser(seed % 4 === 0), {
    random,
    chooseFault: () => (stormy && faults[Math.floor(random() * faults.length)]) || { is: 'none' },
    choosePlace: (count) => Math.floor(random() * count),
    receiptKeys,
    hash: async (body) => sha256(JSON.stringify(body)),
    firstKey: seed * 1000,
    fewestTogether: 2,
  })
  const calm = () => void (stormy = false)
  return live(world, { random, customers: coachesOf(seed), steps: 8, captures: 0.22, calm })
}

test('against the real server each captured event is there once, or here with a reason', async () => {
  const lives: Awaited<ReturnType<typeof play>>[] = []
  for (const seed of seeds) lives.push(await play(seed))

  const { db } = api.database
  const arrived = await db
    .select({
      customer: deliveries.customerId,
      key: deliveries.key,
      sequence: deliveries.sequence,
      call: deliveries.call,
    })
    .from(deliveries)
    .orderBy(asc(deliveries.sequence))
  const byCoach = Map.groupBy(arrived, ({ customer }) => customer)
  const broken = lives.flatMap((life, at) => {
    const seed = first + at
    const theirs = coachesOf(seed).flatMap((coach) => byCoach.get(coach) ?? [])
    return violations(life, theirs).map((violation) => `${again(seed, 1)}: ${violation}`)
  })
  expect(broken).toEqual([])

  // A delivery and what it does are one: no event without its delivery, and none twice.
  const logged = new Set(
    (await db.select({ sequence: events.sequence }).from(events)).map(({ sequence }) => sequence),
  )
  const told = arrived.flatMap(({ call, sequence }) => (call === 'events' ? [sequence] : []))
  expect([...logged].toSorted((a, b) => a - b)).toEqual(told)

  // The lives are worth something only if things were captured, arrived, and stayed here with a reason.
  if (count < 50) return
  const captured = lives.flatMap((life) => life.captured)
  expect(captured.length).toBeGreaterThan(count)
  expect(together).toBeGreaterThan(count / 10)
  expect(arrived.length).toBeGreaterThan(count / 2)
  expect(lives.filter(({ world }) => world.disk.rows.size > 0).length).toBeGreaterThan(count / 60)
})
