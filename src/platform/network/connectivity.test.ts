import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noReply, online, ours, start, type Reply } from './testing/connectivity-world.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1000 }))
afterEach(() => void vi.useRealTimers())

test('starts with the state that the browser reports', () => {
  expect(start(true).connectivity.state()).toEqual(online)
  expect(start(false).connectivity.state()).toEqual({ kind: 'offline', online: false, since: 1000 })
})

test('trusts a server that responds more than the browser', async () => {
  const { connectivity, settle } = start(false)
  await settle()
  expect(connectivity.state()).toEqual(online)
})

test('follows the online and offline events, and returns since when', async () => {
  const { world, target, connectivity, heard, settle } = start()
  world.reply = noReply
  vi.setSystemTime(5000)
  target.dispatchEvent(new Event('offline'))
  expect(connectivity.state()).toEqual({ kind: 'offline', online: false, since: 5000 })
  await settle()
  vi.setSystemTime(9000)
  target.dispatchEvent(new Event('offline'))
  await settle()
  expect(connectivity.state()).toEqual({ kind: 'offline', online: false, since: 5000 })
  world.reply = ours()
  target.dispatchEvent(new Event('online'))
  await settle()
  expect(heard).toEqual(['offline', 'online'])
})

test('does not trust an "online" event before the server has responded', async () => {
  const { target, connectivity, settle } = start(false, noReply)
  target.dispatchEvent(new Event('online'))
  await settle()
  expect(connectivity.state().online).toBe(false)
})

test('a request without a response is offline although the browser is "online"; a response of ours is online', async () => {
  const { world, connectivity, heard } = start()
  world.reply = noReply
  await expect(connectivity.fetch('/api')).rejects.toThrow('Failed to fetch')
  expect(connectivity.state().online).toBe(false)
  world.reply = ours(500)
  await connectivity.fetch('/api')
  expect(heard).toEqual(['offline', 'online'])
})

test('one blocked address while our server responds at others is not offline', async () => {
  const { world, connectivity, heard, settle } = start()
  // Only the probe carries a nonce.
  world.reply = (nonce) => (nonce === null ? noReply(nonce) : ours()(nonce))
  await expect(connectivity.fetch('/api')).rejects.toThrow('Failed to fetch')
  await settle()
  expect(heard).toEqual([])
})

test('an abort by the caller changes nothing, but an expired time limit means offline', async () => {
  const { world, connectivity } = start()
  world.reply = () => Promise.reject(new DOMException('given up', 'AbortError'))
  await expect(connectivity.fetch('/api')).rejects.toThrow('given up')
  expect(connectivity.state().online).toBe(true)
  world.reply = () => Promise.reject(new DOMException('too late', 'TimeoutError'))
  await expect(connectivity.fetch('/api')).rejects.toThrow('too late')
  expect(connectivity.state().online).toBe(false)
})

test('checks by itself whether the server is back, and stops once it is', async () => {
  const { world, connectivity } = start()
  world.reply = noReply
  await expect(connectivity.fetch('/api')).rejects.toThrow('Failed to fetch')
  await vi.advanceTimersByTimeAsync(45_000)
  expect(world.asked).toEqual(['/api', '/healthz', '/healthz', '/healthz'])
  world.reply = ours()
  await vi.advanceTimersByTimeAsync(200_000)
  expect(world.asked).toEqual(['/api', '/healthz', '/healthz', '/healthz', '/healthz'])
  expect(connectivity.state()).toEqual(online)
})

test('checks again when the network returns during a check', async () => {
  const slow: Reply = async () => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    throw new TypeError('Failed to fetch')
  }
  const { world, target, connectivity } = start(false, slow)
  world.reply = ours()
  target.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(600)
  expect(connectivity.state()).toEqual(online)
})

test('a caller can request a check at once', async () => {
  const { world, connectivity } = start()
  expect(await connectivity.check()).toBe(true)
  world.reply = noReply
  expect(await connectivity.check()).toBe(false)
})

test('a caller who asks during a check learns what the next check finds', async () => {
  const { world, connectivity } = start()
  let lose = (): void => undefined
  world.reply = () =>
    new Promise((_, reject) => {
      lose = () => reject(new TypeError('Failed to fetch'))
    })
  const first = connectivity.check()
  await vi.advanceTimersByTimeAsync(0)
  const second = connectivity.check()
  world.reply = ours()
  lose()
  expect(await second).toBe(true)
  await first
})
