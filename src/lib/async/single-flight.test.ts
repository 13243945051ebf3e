import { expect, test } from 'vitest'
import { createDeferred } from './deferred.ts'
import { singleFlight } from './single-flight.ts'

test('shares a running call of the same key, and starts a new one after it has ended or failed', async () => {
  const begun: string[] = []
  let running = createDeferred<boolean>()
  const work = singleFlight(async (key: string, from: string) => {
    begun.push(`${key} ${from}`)
    if (await running.promise) throw new Error('It broke off')
  })
  const calls = [work('a', 'first'), work('a', 'second'), work('b', 'third')]
  expect(begun).toEqual(['a first', 'b third'])
  running.resolve(true)
  expect(await Promise.allSettled(calls)).toMatchObject(calls.map(() => ({ status: 'rejected' })))
  running = createDeferred()
  void work('a', 'fourth')
  expect(begun).toHaveLength(3)
  running.resolve(false)
})
