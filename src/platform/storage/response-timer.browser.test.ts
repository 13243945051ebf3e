import { afterEach, expect, test, vi } from 'vitest'
import { createKeyValues } from './key-values.ts'
import { maxResponseMs } from './response-timer.ts'

afterEach(() => vi.useRealTimers())

const useClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })

/** Open requests of a database that respond only when `respond` is called. */
const heldOpenings = () => {
  const waiting: (() => void)[] = []
  const open = (name: string): IDBOpenDBRequest => {
    const request = indexedDB.open(name)
    const hold = (event: Event) => {
      event.stopImmediatePropagation()
      waiting.push(() => {
        request.removeEventListener('success', hold)
        request.dispatchEvent(new Event('success'))
      })
    }
    request.addEventListener('success', hold)
    return request
  }
  return { open, waiting }
}

test('a second call waits less than the first, and a call after the recovery returns the value', async () => {
  useClock()
  const { open, waiting } = heldOpenings()
  const values = createKeyValues('silent-at-first', open)
  const written = values.write('name', 'Ana')
  const first = values.withTimeLimit(written)
  await vi.advanceTimersByTimeAsync(maxResponseMs)
  expect(await first).toBeUndefined()
  const second = values.withTimeLimit(values.read('name'))
  await vi.advanceTimersByTimeAsync(500)
  expect(await second).toBeUndefined()

  await expect.poll(() => waiting.length).toBeGreaterThan(0)
  for (const respond of waiting) respond()
  await written
  const slow = new Promise((resolve) => {
    setTimeout(() => resolve('slow'), maxResponseMs - 1)
  })
  const third = values.withTimeLimit(values.read('name').then(() => slow))
  await vi.advanceTimersByTimeAsync(maxResponseMs - 1)
  expect(await third).toBe('slow')
  expect(await values.withTimeLimit(values.read('name'))).toBe('Ana')
})

test('an opening that is given up does not count as a response', async () => {
  useClock()
  const values = createKeyValues('never-opens', heldOpenings().open)
  const failed = values.read('name').catch(String)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await failed).toBe('Error: IndexedDB did not respond.')
  const next = values.withTimeLimit(values.read('name'))
  await vi.advanceTimersByTimeAsync(500)
  expect(await next).toBeUndefined()
})

test('a slow opening of 3 s, or a refusal, counts as a response', async () => {
  useClock()
  const { open, waiting } = heldOpenings()
  const values = createKeyValues('slow', open)
  const read = values.withTimeLimit(values.read('name').then(() => 'read'))
  await expect.poll(() => waiting.length).toBe(1)
  await vi.advanceTimersByTimeAsync(3000)
  waiting[0]?.()
  expect(await read).toBe('read')
  await expect(values.withTimeLimit(values.write('function', () => undefined))).rejects.toMatchObject({
    name: 'DataCloneError',
  })
  const later = values.withTimeLimit(new Promise((resolve) => void setTimeout(() => resolve('later'), 5000)))
  await vi.advanceTimersByTimeAsync(5000)
  expect(await later).toBe('later')
})
