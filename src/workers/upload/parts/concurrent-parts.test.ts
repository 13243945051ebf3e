import { expect, test } from 'vitest'
import { createSlots } from './concurrent-parts.ts'

const { signal } = new AbortController()

test('the task with the fewest places gets the next one', async () => {
  const slots = createSlots(2)
  const order: string[] = []
  const first = await slots.take('large', signal)
  await slots.take('large', signal)
  const waiting = ['large', 'large', 'small'].map((owner) =>
    slots.take(owner, signal).then(() => order.push(owner)),
  )
  first?.()
  await waiting[2]
  expect(order).toEqual(['small'])
})

test('a task that is limited to one place leaves the others to the rest', async () => {
  const slots = createSlots(3, (owner) => (owner === 'limited' ? 1 : 3))
  const order: string[] = []
  for (const owner of ['limited', 'limited', 'free', 'free', 'free'])
    void slots.take(owner, signal).then(() => order.push(owner))
  await Promise.resolve()
  expect(order).toEqual(['limited', 'free', 'free'])
})

test('a task that stops waiting gets no place, and takes none from the others', async () => {
  const slots = createSlots(1)
  const release = await slots.take('a', signal)
  const leaving = new AbortController()
  const left = slots.take('b', leaving.signal)
  const stays = slots.take('c', signal)
  leaving.abort()
  expect(await left).toBeUndefined()
  release?.()
  expect(await stays).toBeTypeOf('function')
})

test('giving a place back twice frees it once', async () => {
  const slots = createSlots(2)
  const release = await slots.take('a', signal)
  await slots.take('b', signal)
  release?.()
  release?.()
  await slots.take('c', signal)
  const controller = new AbortController()
  const fourth = slots.take('d', controller.signal)
  controller.abort()
  expect(await fourth).toBeUndefined()
})

test.each([0, -1, Number.NaN])('rejects a queue of %d: its size must be a positive number', (count) => {
  expect(() => createSlots(count)).toThrow('The queue size must be a positive number')
})
