import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { OutboxSnapshot } from '../outbox/outbox.ts'
import { createDeferred } from '../lib/deferred.ts'
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

test('a capture changes nothing on the server, a delivery does', async () => {
  const { outbox, isStale } = setUp()
  outbox.set({ entries: entries(2), sending: false })
  expect(isStale()).toBe(false)
  outbox.set({ entries: entries(1), sending: false })
  await expect.poll(isStale).toBe(true)
})

test('a delivery counts although its entry was never seen waiting, as on a slow disk', async () => {
  const { outbox, isStale } = setUp()
  outbox.set({ customer: 'ana', entries: [], sending: false, deliveredAt: 1 })
  expect(isStale()).toBe(false)
  outbox.set({ customer: 'ana', entries: [], sending: true, deliveredAt: 2 })
  outbox.set({ customer: 'ana', entries: [], sending: false, deliveredAt: 2 })
  await expect.poll(isStale).toBe(true)
})

test('what was delivered for another customer changes nothing', async () => {
  const { outbox, isStale } = setUp()
  outbox.set({ customer: 'ben', entries: [], sending: false, deliveredAt: 1 })
  outbox.set({ entries: [], sending: false })
  outbox.set({ customer: 'ana', entries: [], sending: false, deliveredAt: 2 })
  expect(isStale()).toBe(false)
})

test('a delivery of many asks once, when all of it is done', async () => {
  const { outbox, isStale } = setUp()
  outbox.set({ entries: entries(3), sending: true })
  outbox.set({ entries: entries(2), sending: true })
  outbox.set({ entries: entries(1), sending: true })
  expect(isStale()).toBe(false)
  outbox.set({ entries: entries(1), sending: false })
  await expect.poll(isStale).toBe(true)
})

test('a connection that comes back asks again, one that goes does not', async () => {
  const { connectivity, isStale } = setUp()
  connectivity.set({ is: 'offline', online: false, since: 0 })
  expect(isStale()).toBe(false)
  connectivity.set({ is: 'online', online: true })
  await expect.poll(isStale).toBe(true)
})

test.each(['for the first time', 'again after it failed'])(
  'a result from before a delivery does not count as new, where it is fetched %s',
  async (when) => {
    const { outbox, queries } = setUp()
    const queryKey = ['customer', 'ana', 'answers']
    const before = createDeferred<string>()
    const results = [before.promise, Promise.resolve('answered')]
    if (when === 'again after it failed') results.unshift(Promise.reject(new Error('no-answer')))
    const queryFn = () => results.shift() ?? 'too often'
    const observer = new QueryObserver(queries, { queryKey, queryFn, retry: false })
    observer.subscribe(() => undefined)
    if (when === 'again after it failed') {
      await expect.poll(() => observer.getCurrentResult().status).toBe('error')
      void observer.refetch()
    }
    await expect.poll(() => results.length).toBe(1)
    outbox.set({ customer: 'ana', entries: entries(1), sending: false })
    outbox.set({ customer: 'ana', entries: [], sending: false })
    before.resolve('unanswered')
    await expect.poll(() => queries.getQueryData(queryKey)).toBe('answered')
    expect(results).toEqual([])
  },
)
