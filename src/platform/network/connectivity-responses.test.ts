import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { online, ours, start, type Reply } from './testing/connectivity-world.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1000 }))
afterEach(() => void vi.useRealTimers())

const portal: Reply = async () => new Response('<h1>Welcome to the Wi-Fi</h1>')
const portalThatInventsIds: Reply = async () => new Response('', { headers: { 'X-Request-Id': 'invented' } })
const portalThatSays511: Reply = async () => new Response('<h1>Welcome</h1>', { status: 511 })
const gateway: Reply = async () => new Response('Bad gateway', { status: 502 })

test.each([
  ["a portal's page", portal],
  ['a portal that imitates our headers', portalThatInventsIds],
  ['a portal that says 511', portalThatSays511],
])('%s counts as a captive portal, not as a connection', async (_, answer) => {
  const { target, connectivity, settle } = start(false, answer)
  target.dispatchEvent(new Event('online'))
  await settle()
  expect(connectivity.state()).toEqual({ kind: 'captive', online: false, since: 1000 })
})

test('a foreign response to any request starts a probe, and past the portal it is online again', async () => {
  const { world, connectivity, heard, settle } = start()
  world.reply = portal
  expect(await (await connectivity.fetch('/api')).text()).toContain('Wi-Fi')
  await settle()
  expect(world.asked).toEqual(['/api', '/healthz'])
  expect(connectivity.state().kind).toBe('captive')
  world.reply = ours()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(heard).toEqual(['captive', 'online'])
})

test('the error of a gateway is neither offline nor captive', async () => {
  const { world, connectivity, heard, settle } = start()
  world.reply = gateway
  await connectivity.fetch('/api')
  await settle()
  expect(connectivity.state()).toEqual(online)
  expect(heard).toEqual([])
})

test.each([
  ['in seconds', '60', 61_000],
  ['as a date', new Date(61_000).toUTCString(), 61_000],
])('maintenance is not offline, and ends at the time given %s', async (_, told, until) => {
  const { world, connectivity, settle, target } = start()
  world.reply = ours(503, { 'Retry-After': told })
  await connectivity.fetch('/api')
  expect(connectivity.state()).toEqual({ kind: 'maintenance', online: true, since: 1000, until })
  // A response during the maintenance does not end it.
  world.reply = ours()
  target.dispatchEvent(new Event('online'))
  await settle()
  expect(connectivity.state().kind).toBe('maintenance')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(connectivity.state()).toEqual(online)
})

test('a probe that is answered with a Retry-After starts maintenance until that time', async () => {
  const { connectivity, settle, target } = start(true, ours(200, { 'Retry-After': '60' }))
  target.dispatchEvent(new Event('online'))
  await settle()
  expect(connectivity.state()).toEqual({ kind: 'maintenance', online: true, since: 1000, until: 61_000 })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(connectivity.state().kind).toBe('maintenance')
})

test('maintenance of several hours ends at the stated time, without any request', async () => {
  const { world, connectivity } = start()
  world.reply = ours(503, { 'Retry-After': '9000' })
  await connectivity.fetch('/api')
  world.reply = ours()
  await vi.advanceTimersByTimeAsync(8_999_000)
  expect(connectivity.state().kind).toBe('maintenance')
  await vi.advanceTimersByTimeAsync(1000)
  expect(connectivity.state()).toEqual(online)
})

test('maintenance that ends early ends with the first call that gets a response', async () => {
  const { world, connectivity, heard } = start()
  world.reply = ours(503, { 'Retry-After': '600' })
  await connectivity.fetch('/api')
  await connectivity.fetch('/api')
  world.reply = ours()
  await connectivity.fetch('/api')
  expect(heard).toEqual(['maintenance', 'online'])
})

test('ignores the Retry-After of a 503 that is not from our server', async () => {
  const { world, connectivity, settle } = start()
  world.reply = async () =>
    new Response('<h1>Busy</h1>', { status: 503, headers: { 'Retry-After': '86400' } })
  await connectivity.fetch('/api')
  await settle()
  expect(connectivity.state()).toEqual(online)
})

test('a 503 without a Retry-After is a failing server, not maintenance', async () => {
  const { world, connectivity } = start()
  world.reply = ours(503)
  await connectivity.fetch('/api')
  expect(connectivity.state()).toEqual(online)
})

test('does not follow the redirect of a portal, whose response the browser would hide', async () => {
  const { world, connectivity, settle } = start(false)
  await settle()
  expect(world.how).toMatchObject([{ redirect: 'manual' }])
  world.reply = async () => Response.redirect('http://wifi.example/sign-in')
  await connectivity.check()
  expect(connectivity.state().kind).toBe('captive')
})

test('a probe without a response times out, and the server counts as unreachable', async () => {
  const { world, connectivity } = start()
  const timeout = new AbortController()
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
  world.reply = () =>
    new Promise((_, reject) =>
      timeout.signal.addEventListener('abort', () => reject(new DOMException('', 'TimeoutError'))),
    )
  const checked = connectivity.check()
  expect(limit).toHaveBeenCalledWith(10_000)
  timeout.abort()
  limit.mockRestore()
  expect(await checked).toBe(false)
  expect(connectivity.state().kind).toBe('offline')
})
