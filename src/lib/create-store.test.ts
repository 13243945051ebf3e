import { expect, test, vi } from 'vitest'
import { createStore } from './create-store.ts'

test('a listener is called after each change, until it stops listening', () => {
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

test('a value that says nothing new calls nobody and is not taken over', () => {
  const first = { id: 1, note: 'first' }
  const store = createStore(first, (a, b) => a.id === b.id)
  const listener = vi.fn()
  store.subscribe(listener)
  store.set({ id: 1, note: 'second' })
  expect(listener).not.toHaveBeenCalled()
  expect(store.get()).toBe(first)
})
