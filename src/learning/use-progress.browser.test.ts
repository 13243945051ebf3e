import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, useSyncExternalStore } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import type { ProductApiClient } from '../contract/product-api-client.ts'
import { createStore } from '../lib/create-store.ts'
import { ok } from '../lib/result.ts'
import type { Outbox, OutboxSnapshot } from '../outbox/outbox.ts'
import { memoryKeyValues } from '../platform/storage/testing/memory-key-values.ts'
import { show } from '../ui/testing/show.tsx'
import { useProgress } from './use-progress.ts'

const snapshot: OutboxSnapshot = { storage: 'ready', entries: [], toSend: 0, needsYou: 0, sending: false }

/** The outbox of a coach with nothing in it. */
const outboxWith = (receipts: Outbox['receipts']) => {
  const outbox: Partial<Outbox> = {
    snapshot: () => snapshot,
    subscribe: () => () => undefined,
    copies: async () => [],
    newestCopy: async () => 0,
    receipts,
  }
  return outbox as Outbox
}

test('a coach who signs in never sees the answers of the coach before, however slow their own load', async () => {
  const api: Partial<ProductApiClient> = {
    call: async () => ok({ surveys: [], modules: [], progress: [] } as never),
  }
  const values = memoryKeyValues()
  const answered = [{ name: 'survey.answered.v2', subject: 'training-1' }] as never
  const outboxes = {
    ana: outboxWith(async () => answered),
    bea: outboxWith(() => new Promise(() => undefined)),
  }
  const signedIn = createStore<keyof typeof outboxes>('ana')
  const Home = () => {
    const customer = useSyncExternalStore(signedIn.subscribe, signedIn.get)
    const deps = { api: api as ProductApiClient, outbox: outboxes[customer], values }
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
