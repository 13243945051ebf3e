import { expect, test, vi } from 'vitest'
import { createStore } from './create-store.ts'

test('calls a listener after each change, until it unsubscribes', () => {
  const store = createStore(1)
  const seen: number[] = []
  const stop = store.subscribe(() => seen.push(store.get()))
  store.set(2)
  store.set(3)
  stop()
  store.set(4)
  expect(seen).toEqual([2, 3])
  expect(store.get()).toBe(4)
})

test('ignores an equal value, and calls no listener', () => {
  const first = { id: 1, note: 'first' }
  const store = createStore(first, (a, b) => a.id === b.id)
  const listener = vi.fn()
  store.subscribe(listener)
  store.set({ id: 1, note: 'second' })
  expect(listener).not.toHaveBeenCalled()
  expect(store.get()).toBe(first)
})
