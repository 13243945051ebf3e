import { expect, test } from 'vitest'
import { fail, ok, type Result } from '../result.ts'
import { retry, type RetryPolicy } from './retry.ts'

const run = async (...results: Result<string, 'passing' | 'final'>[]) => {
  const sleeps: number[] = []
  let calls = 0
  const policy: RetryPolicy<'passing' | 'final'> = {
    attempts: 3,
    pause: 1500,
    shouldRetry: (error) => error === 'passing',
  }
  const result = await retry(
    async () => results[calls++] ?? fail<'final'>('final'),
    policy,
    async (ms) => void sleeps.push(ms),
  )
  return { result, calls, sleeps }
}

test('does not repeat a success', async () => {
  expect(await run(ok('yes'))).toEqual({ result: ok('yes'), calls: 1, sleeps: [] })
})

test('tries three times, 1.5 s apart, on a temporary fault, then returns it', async () => {
  const answer = await run(fail('passing'), fail('passing'), fail('passing'), ok('too late'))
  expect(answer).toEqual({ result: fail('passing'), calls: 3, sleeps: [1500, 1500] })
})

test('returns the result of a second try that succeeds', async () => {
  expect(await run(fail('passing'), ok('yes'))).toEqual({ result: ok('yes'), calls: 2, sleeps: [1500] })
})

test('stops at once on a permanent fault', async () => {
  expect(await run(fail('passing'), fail('final'), ok('never'))).toEqual({
    result: fail('final'),
    calls: 2,
    sleeps: [1500],
  })
})
