import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConnectivity } from './connectivity.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1000 }))
afterEach(() => void vi.useRealTimers())

type Answer = (nonce: string | null) => Promise<Response>

const noAnswer: Answer = () => Promise.reject(new TypeError('Failed to fetch'))
/** Our server: every answer of it carries an id, and the one that it was sent. */
const ours =
  (status = 200, headers: Record<string, string> = {}): Answer =>
  async (nonce) =>
    new Response('', { status, headers: { 'X-Id': nonce ?? 'own', ...headers } })
const portal: Answer = async () => new Response('<h1>Welcome to the Wi-Fi</h1>')
const portalThatInventsIds: Answer = async () => new Response('', { headers: { 'X-Id': 'invented' } })
const gateway: Answer = async () => new Response('Bad gateway', { status: 502 })

type World = { browserOnline: boolean; answer: Answer; asked: string[] }

const start = (browserOnline = true, answer = ours()) => {
  const world: World = { browserOnline, answer, asked: [] }
  const target = new EventTarget()
  const connectivity = createConnectivity({
    fetch: (url) => {
      const [path = '', nonce = null] = url.split('?')
      world.asked.push(path)
      return world.answer(nonce)
    },
    target,
    browserOnline: () => world.browserOnline,
    looksLikeOurs: ({ headers }) => headers.has('X-Id'),
    probe: {
      url: (nonce) => `/probe?${nonce}`,
      echoes: async ({ headers }, nonce) => headers.get('X-Id') === nonce,
    },
    randomNonce: () => 'nonce',
    now: Date.now,
  })
  const heard: string[] = []
  connectivity.subscribe(() => heard.push(connectivity.state().is))
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return { world, target, connectivity, heard, settle }
}

const online = { is: 'online', online: true }

test('it begins with what the browser says', () => {
  expect(start(true).connectivity.state()).toEqual(online)
  expect(start(false).connectivity.state()).toEqual({ is: 'offline', online: false, since: 1000 })
})

test("the browser's word is a hint: a server that answers is online", async () => {
  const { connectivity, settle } = start(false)
  await settle()
  expect(connectivity.state()).toEqual(online)
})

test('it follows the events, and says since when', async () => {
  const { world, target, connectivity, heard, settle } = start()
  world.answer = noAnswer
  vi.setSystemTime(5000)
  target.dispatchEvent(new Event('offline'))
  expect(connectivity.state()).toEqual({ is: 'offline', online: false, since: 5000 })
  await settle()
  vi.setSystemTime(9000)
  target.dispatchEvent(new Event('offline'))
  await settle()
  expect(connectivity.state()).toEqual({ is: 'offline', online: false, since: 5000 })
  world.answer = ours()
  target.dispatchEvent(new Event('online'))
  await settle()
  expect(heard).toEqual(['offline', 'online'])
})

test('an "online" of the browser is not believed before the server has answered', async () => {
  const { target, connectivity, settle } = start(false, noAnswer)
  target.dispatchEvent(new Event('online'))
  await settle()
  expect(connectivity.state().online).toBe(false)
})

test('a request without an answer is offline although the browser is "online"; an answer of ours is online', async () => {
  const { world, connectivity, heard } = start()
  world.answer = noAnswer
  await expect(connectivity.fetch('/api')).rejects.toThrow('Failed to fetch')
  expect(connectivity.state().online).toBe(false)
  world.answer = ours(500)
  await connectivity.fetch('/api')
  expect(heard).toEqual(['offline', 'online'])
})

test("the caller's own abort says nothing; a time limit that ran out does", async () => {
  const { world, connectivity } = start()
  world.answer = () => Promise.reject(new DOMException('given up', 'AbortError'))
  await expect(connectivity.fetch('/api')).rejects.toThrow('given up')
  expect(connectivity.state().online).toBe(true)
  world.answer = () => Promise.reject(new DOMException('too late', 'TimeoutError'))
  await expect(connectivity.fetch('/api')).rejects.toThrow('too late')
  expect(connectivity.state().online).toBe(false)
})

test('it looks by itself whether the server is back, and stops when it is', async () => {
  const { world, connectivity } = start()
  world.answer = noAnswer
  await expect(connectivity.fetch('/api')).rejects.toThrow('Failed to fetch')
  await vi.advanceTimersByTimeAsync(45_000)
  expect(world.asked).toEqual(['/api', '/probe', '/probe'])
  world.answer = ours()
  await vi.advanceTimersByTimeAsync(200_000)
  expect(world.asked).toEqual(['/api', '/probe', '/probe', '/probe'])
  expect(connectivity.state()).toEqual(online)
})

test.each([
  ["a portal's page", portal],
  ['a portal that imitates our headers', portalThatInventsIds],
])('%s is no connection, and is named as what it is', async (_, answer) => {
  const { target, connectivity, settle } = start(false, answer)
  target.dispatchEvent(new Event('online'))
  await settle()
  expect(connectivity.state()).toEqual({ is: 'captive', online: false, since: 1000 })
})

test('a foreign answer to any request is looked into; past the portal it is online again', async () => {
  const { world, connectivity, heard, settle } = start()
  world.answer = portal
  expect(await (await connectivity.fetch('/api')).text()).toContain('Wi-Fi')
  await settle()
  expect(world.asked).toEqual(['/api', '/probe'])
  expect(connectivity.state().is).toBe('captive')
  world.answer = ours()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(heard).toEqual(['captive', 'online'])
})

test("a gateway's error is neither offline nor captive", async () => {
  const { world, connectivity, heard, settle } = start()
  world.answer = gateway
  await connectivity.fetch('/api')
  await settle()
  expect(connectivity.state()).toEqual(online)
  expect(heard).toEqual([])
})

test.each([
  ['in seconds', '60', 61_000],
  ['as a date', new Date(61_000).toUTCString(), 61_000],
])('maintenance is not offline, and says until when: told %s', async (_, told, until) => {
  const { world, connectivity, settle, target } = start()
  world.answer = ours(503, { 'Retry-After': told })
  await connectivity.fetch('/api')
  expect(connectivity.state()).toEqual({ is: 'maintenance', online: true, until })
  // What answers during maintenance does not end it.
  world.answer = ours()
  target.dispatchEvent(new Event('online'))
  await settle()
  expect(connectivity.state().is).toBe('maintenance')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(connectivity.state()).toEqual(online)
})

test('maintenance that ends early ends with the first call that is answered', async () => {
  const { world, connectivity, heard } = start()
  world.answer = ours(503, { 'Retry-After': '600' })
  await connectivity.fetch('/api')
  await connectivity.fetch('/api')
  world.answer = ours()
  await connectivity.fetch('/api')
  expect(heard).toEqual(['maintenance', 'online'])
})

test('a 503 that names no time is a server in trouble, not maintenance', async () => {
  const { world, connectivity } = start()
  world.answer = ours(503)
  await connectivity.fetch('/api')
  expect(connectivity.state()).toEqual(online)
})

test('a network that comes back while a look is still on its way is looked at again', async () => {
  const slow: Answer = async () => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    throw new TypeError('Failed to fetch')
  }
  const { world, target, connectivity } = start(false, slow)
  world.answer = ours()
  target.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(600)
  expect(connectivity.state()).toEqual(online)
})

test('who has to know at once can have it looked at', async () => {
  const { world, connectivity } = start()
  expect(await connectivity.look()).toBe(true)
  world.answer = noAnswer
  expect(await connectivity.look()).toBe(false)
})
