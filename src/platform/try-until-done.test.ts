import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  noReply,
  ours,
  start as startConnectivity,
  type Reply,
} from './network/testing/connectivity-world.ts'
import { createTryUntilDone } from './try-until-done.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1000 }))
afterEach(() => void vi.useRealTimers())

const hour = 3_600_000
const portal: Reply = async () => new Response('<h1>Welcome to the Wi-Fi</h1>')

const visibility = (visibilityState: DocumentVisibilityState) => ({ visibilityState })

/** Attempts that fail until `isWhole`, in a world that the test changes. `at` lists their times in ms. */
const start = (random = 0.5) => {
  const network = startConnectivity()
  const page = Object.assign(new EventTarget(), visibility('visible'))
  const world = { isWhole: false, hasRoom: true, isDone: false, at: [] as number[] }
  const tryUntilDone = createTryUntilDone({
    page,
    connectivity: network.connectivity,
    hasRoom: async () => world.hasRoom,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random: () => random,
  })
  void tryUntilDone(async () => {
    world.at.push(Date.now())
    return world.isWhole
  }).then(() => {
    world.isDone = true
  })
  return {
    world,
    reply: (reply: Reply) => {
      network.world.reply = reply
    },
    network: network.target,
    settle: network.settle,
    show: (visibilityState: DocumentVisibilityState) => {
      page.visibilityState = visibilityState
      page.dispatchEvent(new Event('visibilitychange'))
    },
  }
}
test.each([0, 0.5, 1])(
  'retries within 10 s after recovery, however long the failure lasted (chance %d)',
  async (random) => {
    const { world } = start(random)
    await vi.advanceTimersByTimeAsync(hour)
    const gaps = world.at.slice(1).map((at, index) => at - (world.at[index] ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(10_000)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000)
    world.isWhole = true
    await vi.advanceTimersByTimeAsync(10_000)
    expect(world.isDone).toBe(true)
  },
)

test('stops after the first success', async () => {
  const { world } = start()
  world.isWhole = true
  await vi.advanceTimersByTimeAsync(hour)
  expect(world.at).toHaveLength(2)
})

test('does not retry on a hidden page, and retries at once when the page is shown', async () => {
  const { world, show } = start()
  show('hidden')
  await vi.advanceTimersByTimeAsync(hour)
  expect(world.at).toHaveLength(1)
  world.isWhole = true
  show('visible')
  await vi.advanceTimersByTimeAsync(0)
  expect(world.isDone).toBe(true)
})

test.each([
  ['a connection', noReply],
  ["a response of our own, behind a portal's page", portal],
])('without %s for hours does not retry, and retries at once when the server is back', async (_, reply) => {
  const started = start()
  started.reply(reply)
  await vi.advanceTimersByTimeAsync(3 * hour)
  expect(started.world.at).toHaveLength(1)
  started.world.isWhole = true
  started.reply(ours())
  started.network.dispatchEvent(new Event('online'))
  await started.settle()
  expect(started.world.isDone).toBe(true)
})

test('does not retry on a full device until it has room', async () => {
  const { world } = start()
  world.hasRoom = false
  await vi.advanceTimersByTimeAsync(hour)
  expect(world.at).toHaveLength(1)
  world.hasRoom = true
  world.isWhole = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(world.isDone).toBe(true)
})
