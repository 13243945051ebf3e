import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConnectivity } from './connectivity.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1000 }))
afterEach(() => void vi.useRealTimers())

const networkError = () => Promise.reject(new TypeError('Failed to fetch'))
const anyAnswer = async () => new Response('', { status: 500 })

type World = { browserOnline: boolean; answer: () => Promise<Response>; asked: string[] }

const start = (browserOnline = true) => {
  const world: World = { browserOnline, answer: anyAnswer, asked: [] }
  const target = new EventTarget()
  const connectivity = createConnectivity({
    fetch: (url) => {
      world.asked.push(url)
      return world.answer()
    },
    target,
    browserOnline: () => world.browserOnline,
    probeUrl: '/probe',
    now: Date.now,
  })
  const heard: boolean[] = []
  connectivity.subscribe(() => heard.push(connectivity.state().online))
  return { world, target, connectivity, heard }
}

test('it begins with what the browser says', () => {
  expect(start(true).connectivity.state()).toEqual({ online: true })
  expect(start(false).connectivity.state()).toEqual({ online: false, since: 1000 })
})

test('it follows the events, and says since when', () => {
  const { target, connectivity, heard } = start()
  vi.setSystemTime(5000)
  target.dispatchEvent(new Event('offline'))
  vi.setSystemTime(9000)
  target.dispatchEvent(new Event('offline'))
  expect(connectivity.state()).toEqual({ online: false, since: 5000 })
  target.dispatchEvent(new Event('online'))
  expect(heard).toEqual([false, true])
})

test('a request without an answer is offline although the browser is "online"; any answer is online', async () => {
  const { world, connectivity, heard } = start()
  world.answer = networkError
  await expect(connectivity.fetch('/api')).rejects.toThrow('Failed to fetch')
  expect(connectivity.state().online).toBe(false)
  world.answer = anyAnswer
  await connectivity.fetch('/api')
  expect(heard).toEqual([false, true])
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
  world.answer = networkError
  await expect(connectivity.fetch('/api')).rejects.toThrow('Failed to fetch')
  await vi.advanceTimersByTimeAsync(45_000)
  expect(world.asked).toEqual(['/api', '/probe', '/probe'])
  world.answer = anyAnswer
  await vi.advanceTimersByTimeAsync(200_000)
  expect(world.asked).toEqual(['/api', '/probe', '/probe', '/probe'])
  expect(connectivity.state().online).toBe(true)
})

test('it does not look while the browser knows that there is no network', async () => {
  const { world } = start(false)
  await vi.advanceTimersByTimeAsync(200_000)
  expect(world.asked).toEqual([])
})
