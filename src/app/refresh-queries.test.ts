import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { OutboxSnapshot } from '../outbox/outbox.ts'
import type { ConnectivityState } from '../platform/network/connectivity.ts'
import { refreshQueries } from './refresh-queries.ts'

/** A store that can be set. */
const store = <T>(first: T) => {
  let value = first
  const listeners = new Set<() => void>()
  return {
    read: () => value,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set: (next: T) => {
      value = next
      for (const listener of listeners) listener()
    },
  }
}

const key = ['customer', 'ana', 'status']

type Shown = Pick<OutboxSnapshot, 'customer' | 'entries' | 'sending' | 'deliveredAt'>

const setUp = () => {
  const queries = new QueryClient()
  const outbox = store<Shown>({ entries: [], sending: false })
  const connectivity = store<ConnectivityState>({ is: 'online', online: true })
  refreshQueries({
    queries,
    outbox: { snapshot: outbox.read, subscribe: outbox.subscribe },
    connectivity: { state: connectivity.read, subscribe: connectivity.subscribe },
  })
  const isStale = () => queries.getQueryState(key)?.isInvalidated
  queries.setQueryData(key, 'known')
  return { outbox, connectivity, queries, isStale }
}

const entries = (count: number) =>
  Array.from({ length: count }, () => ({})) as unknown as OutboxSnapshot['entries']

test('a capture changes nothing on the server, a delivery does', () => {
  const { outbox, isStale } = setUp()
  outbox.set({ entries: entries(2), sending: false })
  expect(isStale()).toBe(false)
  outbox.set({ entries: entries(1), sending: false })
  expect(isStale()).toBe(true)
})

test('a delivery counts although its entry was never seen waiting, as on a slow disk', () => {
  const { outbox, isStale } = setUp()
  outbox.set({ customer: 'ana', entries: [], sending: false, deliveredAt: 1 })
  expect(isStale()).toBe(false)
  outbox.set({ customer: 'ana', entries: [], sending: true, deliveredAt: 2 })
  outbox.set({ customer: 'ana', entries: [], sending: false, deliveredAt: 2 })
  expect(isStale()).toBe(true)
})

test('what was delivered for another customer changes nothing', () => {
  const { outbox, isStale } = setUp()
  outbox.set({ customer: 'ben', entries: [], sending: false, deliveredAt: 1 })
  outbox.set({ entries: [], sending: false })
  outbox.set({ customer: 'ana', entries: [], sending: false, deliveredAt: 2 })
  expect(isStale()).toBe(false)
})

test('a delivery of many asks once, when all of it is done', () => {
  const { outbox, isStale } = setUp()
  outbox.set({ entries: entries(3), sending: true })
  outbox.set({ entries: entries(2), sending: true })
  outbox.set({ entries: entries(1), sending: true })
  expect(isStale()).toBe(false)
  outbox.set({ entries: entries(1), sending: false })
  expect(isStale()).toBe(true)
})

test('a connection that comes back asks again, one that goes does not', () => {
  const { connectivity, isStale } = setUp()
  connectivity.set({ is: 'offline', online: false, since: 0 })
  expect(isStale()).toBe(false)
  connectivity.set({ is: 'online', online: true })
  expect(isStale()).toBe(true)
})
