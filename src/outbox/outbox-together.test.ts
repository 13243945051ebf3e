import { expect, test } from 'vitest'
import { productApi } from '../contract/product-api.ts'
import { refusedValue, refuseText } from './testing/in-memory-product-api.ts'
import { add, start, token } from './testing/one-tab.ts'
import type { Fault } from './testing/faults.ts'

const none: Fault = { kind: 'none' }

/** A coach with one entry per value, captured without a network, and the paths that are requested later. */
const waiting = async (values: readonly string[], faults: Fault[] = []) => {
  const given: Fault[] = []
  const { world, tab, finish } = start(given)
  world.renews = false
  const paths: string[] = []
  const { fetch } = world.server
  world.server.fetch = async (url, init) => {
    if (url !== productApi.csrfCookie.path) paths.push(url)
    return fetch(url, init)
  }
  /** The network is down until all entries are captured. */
  const capture = async (all: readonly string[], then: Fault[]) => {
    given.splice(0, given.length, ...Array.from({ length: 200 }, (): Fault => ({ kind: 'no-network' })))
    for (const value of all) await finish(add(tab, value))
    given.splice(0, given.length, ...then)
    paths.length = 0
  }
  await capture(values, [token, ...faults])
  const deliver = async () => {
    world.now += 400_000
    await finish(tab.outbox.deliver({ force: true }))
  }
  const left = () => tab.outbox.snapshot().entries.map(({ state }) => state.is)
  const arrived = () => world.server.accepted.map(({ body }) => body['value'])
  return { world, paths, capture, deliver, left, arrived, given }
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `event ${at + 1}`)
const together = '/api/deliver-entries'

test('sends a queue in order, fifty entries at a time', async () => {
  const { paths, deliver, left, arrived } = await waiting(numbered(112))
  await deliver()
  expect(paths).toEqual([together, together, together])
  expect(arrived()).toEqual(numbered(112))
  expect(left()).toEqual([])
})

test('sends nine entries in a call each, not together', async () => {
  const { paths, deliver, arrived } = await waiting(numbered(9))
  await deliver()
  expect(paths).toEqual(Array.from({ length: 9 }, () => '/api/events'))
  expect(arrived()).toEqual(numbered(9))
})

test('an entry that the server refuses needs the coach, and the entries behind it wait', async () => {
  const values = numbered(12).with(4, refusedValue)
  const { paths, deliver, left, arrived } = await waiting(values)
  await deliver()
  expect(paths).toEqual([together])
  expect(left()).toEqual(['needs-you', ...Array.from({ length: 7 }, () => 'waiting')])
  expect(arrived()).toEqual(numbered(4))
})

test('requests a lost response again as a whole, and nothing arrives twice', async () => {
  const { paths, deliver, left, arrived } = await waiting(numbered(20), [{ kind: 'lost-answer' }])
  await deliver()
  expect(left()).toHaveLength(20)
  await deliver()
  expect(paths).toEqual([together, together])
  expect(arrived()).toEqual(numbered(20))
  expect(left()).toEqual([])
})

test('tries a server of the previous release once in a visit, then sends the entries one by one', async () => {
  const { world, paths, capture, deliver, left, arrived } = await waiting(numbered(12))
  world.server.isOlder = true
  await deliver()
  expect(paths).toEqual([together, ...Array.from({ length: 12 }, () => '/api/events')])
  expect([arrived(), left()]).toEqual([numbered(12), []])
  await capture(numbered(12), [])
  await deliver()
  expect(paths).toEqual(Array.from({ length: 12 }, () => '/api/events'))
  expect([arrived().length, left()]).toEqual([24, []])
})

test('tries each entry by itself when the request is blocked on the way', async () => {
  const { world, paths, deliver, left } = await waiting(numbered(12), [{ kind: 'portal' }])
  world.isServerReachable = true
  await deliver()
  expect(paths).toEqual(Array.from({ length: 12 }, () => '/api/events'))
  expect(left()).toEqual([])
})

test.each<[string, Fault]>([
  ['a server under maintenance', { kind: 'refusal', code: 'maintenance', retryAfter: 60 }],
  ['a server that is asked too often', { kind: 'refusal', code: 'too-many-requests', retryAfter: 60 }],
  ['no network', { kind: 'no-network' }],
])('%s holds up all entries, after one request', async (_what, fault) => {
  const { paths, deliver, left, given } = await waiting(numbered(12), [fault, none])
  await deliver()
  expect(paths.length).toBeLessThanOrEqual(1)
  expect(left()).toHaveLength(12)
  expect(given).toEqual([none])
})

test('a session that has ended holds up all entries, after one request and one probe', async () => {
  const { world, paths, deliver, left, arrived } = await waiting(numbered(12))
  world.server.session = undefined
  await deliver()
  expect(paths).toEqual([together, productApi.getImpact.path])
  expect([arrived(), left()]).toEqual([[], Array.from({ length: 12 }, () => 'waiting')])
})

test('an entry that is refused in a good session needs the coach, and those before it arrive', async () => {
  const { world, deliver, left, arrived } = await waiting(numbered(12).with(4, 'no session'))
  refuseText(world.server, 'no session', 'signed-out')
  await deliver()
  expect(left()).toEqual(['needs-you', ...Array.from({ length: 7 }, () => 'waiting')])
  expect(arrived()).toEqual(numbered(4))
})

test('a forged receipt in the middle leaves its entry on the device, and the others arrive', async () => {
  const { deliver, left, world } = await waiting(numbered(12), [{ kind: 'forged' }])
  await deliver()
  expect(left().length).toBeGreaterThan(0)
  await deliver()
  expect(left()).toEqual([])
  expect(world.server.accepted).toHaveLength(12)
})
