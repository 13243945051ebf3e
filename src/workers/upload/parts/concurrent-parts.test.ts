import { expect, test } from 'vitest'
import { createSlots, type Slots } from './concurrent-parts.ts'

const { signal } = new AbortController()

/** Takes a slot until the returned function is called. Resolves to undefined if the signal aborts first. */
const take = (slots: Slots, owner: string, whileWaiting = signal) =>
  new Promise<(() => void) | undefined>((resolve) => {
    const work = () => new Promise<true>((finish) => resolve(() => finish(true)))
    void slots.use(owner, whileWaiting, work).then(() => resolve(undefined))
  })

test('the task with the fewest places gets the next one', async () => {
  const slots = createSlots(2)
  const order: string[] = []
  const first = await take(slots, 'large', signal)
  await take(slots, 'large', signal)
  const waiting = ['large', 'large', 'small'].map((owner) =>
    take(slots, owner, signal).then(() => order.push(owner)),
  )
  first?.()
  await waiting[2]
  expect(order).toEqual(['small'])
})

test('a task that is limited to one place leaves the others to the rest', async () => {
  const slots = createSlots(3, (owner) => (owner === 'limited' ? 1 : 3))
  const order: string[] = []
  for (const owner of ['limited', 'limited', 'free', 'free', 'free'])
    void take(slots, owner, signal).then(() => order.push(owner))
  await new Promise((resolve) => {
    setTimeout(resolve)
  })
  expect(order).toEqual(['limited', 'free', 'free'])
})

test('a task that stops waiting gets no place, and takes none from the others', async () => {
  const slots = createSlots(1)
  const release = await take(slots, 'a', signal)
  const leaving = new AbortController()
  const left = take(slots, 'b', leaving.signal)
  const stays = take(slots, 'c', signal)
  leaving.abort()
  expect(await left).toBeUndefined()
  release?.()
  expect(await stays).toBeTypeOf('function')
})

test('a place is free again after work that failed', async () => {
  const slots = createSlots(1)
  const failing = slots.use('a', signal, async () => {
    throw new Error('a mistake of ours')
  })
  await expect(failing).rejects.toThrow('a mistake of ours')
  expect(await slots.use('b', signal, async () => 'sent')).toBe('sent')
})

test.each([0, -1, Number.NaN])('rejects a queue of %d: its size must be a positive number', (count) => {
  expect(() => createSlots(count)).toThrow('The queue size must be a positive number')
})
