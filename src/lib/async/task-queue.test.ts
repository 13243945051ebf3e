import { expect, test } from 'vitest'
import { createTaskQueue } from './task-queue.ts'

test('starts work when the previous work has ended, even if that failed', async () => {
  const inTurn = createTaskQueue()
  const happened: string[] = []
  const slow = Promise.withResolvers<void>()
  const first = inTurn(async () => {
    happened.push('first begins')
    await slow.promise
    happened.push('first ends')
    throw new Error('full')
  })
  const second = inTurn(async () => {
    happened.push('second')
    return 2
  })
  await Promise.resolve()
  slow.resolve()
  await expect(first).rejects.toThrow('full')
  expect(await second).toBe(2)
  expect(happened).toEqual(['first begins', 'first ends', 'second'])
})
