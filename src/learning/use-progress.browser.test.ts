import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, useSyncExternalStore } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import type { ProductApiClient } from '../contract/product-api-client.ts'
import { createStore } from '../lib/create-store.ts'
import { fail, ok } from '../lib/result.ts'
import type { Outbox, OutboxSnapshot } from '../outbox/outbox.ts'
import { memoryKeyValues } from '../platform/storage/testing/memory-key-values.ts'
import { show } from '../ui/testing/show.tsx'
import { useProgress } from './use-progress.ts'

const snapshot: OutboxSnapshot = {
  storage: 'ready',
  entries: [],
  toSend: 0,
  needsAction: 0,
  isSending: false,
}

/** The outbox of a coach with nothing in it. */
const outboxWith = (receipts: Outbox['readReceipts']) => {
  const outbox: Partial<Outbox> = {
    snapshot: () => snapshot,
    subscribe: () => () => undefined,
    readCopies: async () => [],
    readNewestCopyId: async () => 0,
    readReceipts: receipts,
  }
  return outbox as Outbox
}

test('a coach who signs in never sees the answers of the coach before, however slow their own load', async () => {
  const api: Partial<ProductApiClient> = {
    call: async () => ok({ surveys: [], modules: [], progress: [] } as never),
  }
  const keyValues = memoryKeyValues()
  const answered = [{ name: 'survey.answered.v2', subject: 'training-1' }] as never
  const outboxes = {
    ana: outboxWith(async () => answered),
    bea: outboxWith(() => new Promise(() => undefined)),
  }
  const signedIn = createStore<keyof typeof outboxes>('ana')
  const Home = () => {
    const customer = useSyncExternalStore(signedIn.subscribe, signedIn.get)
    const deps = { api: api as ProductApiClient, outbox: outboxes[customer], keyValues }
    const { progress } = useProgress(deps, customer)
    const isAnswered = progress.get('training-1')?.answered === true
    return createElement('output', null, `${customer}: ${isAnswered ? 'answered' : 'open'}`)
  }
  const client = new QueryClient()
  const screen = show('en-GB', createElement(QueryClientProvider, { client }, createElement(Home)))
  onTestFinished(screen.remove)
  const shown = () => screen.find('output').textContent
  await expect.poll(shown).toBe('ana: answered')
  signedIn.set('bea')
  await expect.poll(shown).toBe('bea: open')
})

const nothingDone = ok({ surveys: [], modules: [], progress: [] } as never)

/** The state of the progress of a coach on a device without copies of it. */
const stateWith = (call: () => Promise<unknown>, copy?: unknown) => {
  const api: Partial<ProductApiClient> = { call: call as never }
  const deps = {
    api: api as ProductApiClient,
    outbox: outboxWith(async () => []),
    keyValues: memoryKeyValues(),
  }
  const Home = () => createElement('output', null, useProgress(deps, 'ana').progressState)
  // As in the app, a failed read is retried, after a second.
  const client = new QueryClient({ defaultOptions: { queries: { retry: 1 } } })
  client.setQueryData(['customer', 'ana', 'status'], copy)
  const screen = show('en-GB', createElement(QueryClientProvider, { client }, createElement(Home)))
  onTestFinished(screen.remove)
  return { state: () => screen.find('output').textContent, client }
}

test('progress is known once the server has returned it', async () => {
  const first = Promise.withResolvers<unknown>()
  const { state } = stateWith(() => first.promise)
  expect(state()).toBe('reading')
  first.resolve(nothingDone)
  await expect.poll(state).toBe('known')
})

test('progress is unknown from the first failure on, during retries too, until a read succeeds', async () => {
  const results: unknown[] = [fail({ code: 'network' }), fail({ code: 'network' })]
  const later = Promise.withResolvers<unknown>()
  const { state, client } = stateWith(async () => results.shift() ?? later.promise)
  await expect.poll(state).toBe('unknown')
  await expect.poll(() => client.getQueryState(['customer', 'ana', 'status'])?.status).toBe('error')
  void client.refetchQueries()
  await expect.poll(() => client.isFetching({ queryKey: ['customer', 'ana', 'status'] })).toBe(1)
  await expect.poll(() => client.getQueryState(['customer', 'ana', 'status'])?.status).toBe('pending')
  expect(state()).toBe('unknown')
  later.resolve(nothingDone)
  await expect.poll(state).toBe('known')
})

test('progress is unknown while its first read is slow, and known when it succeeds after all', async () => {
  const first = Promise.withResolvers<unknown>()
  const { state } = stateWith(() => first.promise)
  expect(state()).toBe('reading')
  await expect.poll(state, { timeout: 10_000 }).toBe('unknown')
  first.resolve(nothingDone)
  await expect.poll(state).toBe('known')
})

test('progress stays known from an earlier read when the next one fails', async () => {
  const failing = async () => fail({ code: 'network' })
  const { state, client } = stateWith(failing, { surveys: [], modules: [], progress: [] })
  await expect
    .poll(() => client.getQueryState(['customer', 'ana', 'status'])?.status, { timeout: 5_000 })
    .toBe('error')
  expect(state()).toBe('known')
})
