import { expect, test } from 'vitest'
import { fail, ok, type Result } from '../lib/result.ts'
import { retry } from './retry.ts'

const run = async (...results: Result<string, 'passing' | 'final'>[]) => {
  const sleeps: number[] = []
  let calls = 0
  const result = await retry(async () => results[calls++] ?? fail('final'), {
    canPass: (error) => error === 'passing',
    sleep: async (ms) => void sleeps.push(ms),
  })
  return { result, calls, sleeps }
}

test('a success is not repeated', async () => {
  expect(await run(ok('yes'))).toEqual({ result: ok('yes'), calls: 1, sleeps: [] })
})

test('a fault that can pass is tried three times, 1.5 s apart, and then returned', async () => {
  const answer = await run(fail('passing'), fail('passing'), fail('passing'), ok('too late'))
  expect(answer).toEqual({ result: fail('passing'), calls: 3, sleeps: [1500, 1500] })
})

test('the second try may succeed', async () => {
  expect(await run(fail('passing'), ok('yes'))).toEqual({ result: ok('yes'), calls: 2, sleeps: [1500] })
})

test('a fault that cannot pass ends the tries at once', async () => {
  expect(await run(fail('passing'), fail('final'), ok('never'))).toEqual({
    result: fail('final'),
    calls: 2,
    sleeps: [1500],
  })
})
