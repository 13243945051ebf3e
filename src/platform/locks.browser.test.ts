import { expect, test } from 'vitest'
import { createLocks } from './locks.ts'

const locks = createLocks(navigator.locks)
const other = createLocks(navigator.locks)
const long = 10_000

test('one holds it at a time, in the order of their requests', async () => {
  const happened: string[] = []
  const work = (name: string) => async () => {
    happened.push(`${name} begins`)
    await new Promise((resolve) => setTimeout(resolve, 20))
    happened.push(`${name} ends`)
    return name
  }
  const names = await Promise.all([locks.hold('one', long, work('a')), other.hold('one', long, work('b'))])
  expect(names).toEqual(['a', 'b'])
  expect(happened).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

test('work that fails lets go, and its error comes through', async () => {
  const failing = locks.hold('two', long, async () => {
    throw new DOMException('the request took too long', 'TimeoutError')
  })
  await expect(failing).rejects.toThrow('the request took too long')
  expect(await other.hold('two', long, async () => 'free')).toBe('free')
})

test('a holder that does not come back loses it, and hears so', async () => {
  let lost = false
  const frozen = locks.hold('three', long, (signal) => {
    signal.addEventListener('abort', () => {
      lost = true
    })
    return new Promise(() => undefined)
  })
  frozen.catch(() => undefined)
  expect(await other.hold('three', 50, async () => 'taken')).toBe('taken')
  await expect(frozen).rejects.toMatchObject({ name: 'AbortError' })
  expect(lost).toBe(true)
})
