import { expect, test, vi } from 'vitest'
import { withTimeLimit } from './time-limit.ts'

const never = new Promise<never>(() => undefined)

test('resolves to nothing once the clock of its caller has passed the limit', async () => {
  const waits: number[] = []
  const wait = async (ms: number) => void waits.push(ms)
  expect(await withTimeLimit(never, 5000, wait)).toBeUndefined()
  expect(waits).toEqual([5000])
})

test('leaves no timer behind when the work was faster', async () => {
  vi.useFakeTimers()
  expect(await withTimeLimit(Promise.resolve('done'), 5000)).toBe('done')
  expect(vi.getTimerCount()).toBe(0)
  await expect(withTimeLimit(Promise.reject(new Error('lost')), 5000)).rejects.toThrow('lost')
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
