import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { OutboxSnapshot } from '../outbox/outbox.ts'
import { createDeferred } from '../lib/async/deferred.ts'
import type { ConnectivityState } from '../platform/network/connectivity.ts'
import { refreshQueries } from './start-background-work.ts'

/** A store whose value a test can set. */
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

type Shown = Pick<OutboxSnapshot, 'customer' | 'entries' | 'isSending' | 'deliveredAt'>

const setUp = () => {
  const queries = new QueryClient()
  const outbox = store<Shown>({ entries: [], isSending: false })
  const connectivity = store<ConnectivityState>({ kind: 'online', online: true })
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

test('refetches after a delivery, not after a capture', async () => {
  const { outbox, isStale } = setUp()
  outbox.set({ entries: entries(2), isSending: false })
  expect(isStale()).toBe(false)
  outbox.set({ entries: entries(1), isSending: false })
  await expect.poll(isStale).toBe(true)
})

test('refetches after a delivery whose entry was never seen waiting, as on a slow disk', async () => {
  const { outbox, isStale } = setUp()
  outbox.set({ customer: 'ana', entries: [], isSending: false, deliveredAt: 1 })
  expect(isStale()).toBe(false)
  outbox.set({ customer: 'ana', entries: [], isSending: true, deliveredAt: 2 })
  outbox.set({ customer: 'ana', entries: [], isSending: false, deliveredAt: 2 })
  await expect.poll(isStale).toBe(true)
})

test('does not refetch after a delivery for another customer', async () => {
  const { outbox, isStale } = setUp()
  outbox.set({ customer: 'ben', entries: [], isSending: false, deliveredAt: 1 })
  outbox.set({ entries: [], isSending: false })
  outbox.set({ customer: 'ana', entries: [], isSending: false, deliveredAt: 2 })
  expect(isStale()).toBe(false)
})

test('refetches once after a delivery of many entries, when all are done', async () => {
  const { outbox, isStale } = setUp()
  outbox.set({ entries: entries(3), isSending: true })
  outbox.set({ entries: entries(2), isSending: true })
  outbox.set({ entries: entries(1), isSending: true })
  expect(isStale()).toBe(false)
  outbox.set({ entries: entries(1), isSending: false })
  await expect.poll(isStale).toBe(true)
})

test('refetches when the connection returns, not when it is lost', async () => {
  const { connectivity, isStale } = setUp()
  connectivity.set({ kind: 'offline', online: false, since: 0 })
  expect(isStale()).toBe(false)
  connectivity.set({ kind: 'online', online: true })
  await expect.poll(isStale).toBe(true)
})

const answersKey = ['customer', 'ana', 'answers']

/** A screen that requests answers: each fetch takes the next of `results`. */
const watchAnswers = (queries: QueryClient, results: Promise<string>[]) => {
  const queryFn = () => results.shift() ?? 'too often'
  const observer = new QueryObserver(queries, { queryKey: answersKey, queryFn, retry: false })
  observer.subscribe(() => undefined)
  return observer
}

/** A delivery while the second-to-last result is being fetched; that result arrives afterwards. */
const deliverMeanwhile = async (
  { outbox }: ReturnType<typeof setUp>,
  results: Promise<string>[],
  arrive: () => void,
) => {
  await expect.poll(() => results.length).toBe(1)
  outbox.set({ customer: 'ana', entries: entries(1), isSending: false })
  outbox.set({ customer: 'ana', entries: [], isSending: false })
  arrive()
  await expect.poll(() => results).toEqual([])
}

test('discards a first result that was requested before a delivery', async () => {
  const app = setUp()
  const before = createDeferred<string>()
  const results = [before.promise, Promise.resolve('answered')]
  watchAnswers(app.queries, results)
  await deliverMeanwhile(app, results, () => before.resolve('unanswered'))
  await expect.poll(() => app.queries.getQueryData(answersKey)).toBe('answered')
})

test('discards a refetch after a failure that was requested before a delivery', async () => {
  const app = setUp()
  const before = createDeferred<string>()
  const results = [Promise.reject(new Error('no-answer')), before.promise, Promise.resolve('answered')]
  const observer = watchAnswers(app.queries, results)
  await expect.poll(() => observer.getCurrentResult().status).toBe('error')
  void observer.refetch()
  await deliverMeanwhile(app, results, () => before.resolve('unanswered'))
  await expect.poll(() => app.queries.getQueryData(answersKey)).toBe('answered')
})
