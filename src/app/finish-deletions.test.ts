import { expect, test } from 'vitest'
import { createStore } from '../lib/create-store.ts'
import type { ConnectivityState } from '../platform/network/connectivity.ts'
import { finishDeletions } from './start-background-work.ts'

test('finishes deletions at the start, after a sign-in, and when the server is reachable again', () => {
  const customer = createStore<string | undefined>('ana')
  const state = createStore<ConnectivityState>({ kind: 'online', online: true })
  const finished: string[] = []
  finishDeletions({
    session: { customer: customer.get, subscribe: customer.subscribe },
    connectivity: { state: state.get, subscribe: state.subscribe },
    finish: async (whose) => void finished.push(whose),
  })
  expect(finished).toEqual(['ana'])
  customer.set(undefined)
  customer.set('bia')
  expect(finished).toEqual(['ana', 'bia'])
  state.set({ kind: 'offline', online: false, since: 0 })
  expect(finished).toEqual(['ana', 'bia'])
  state.set({ kind: 'online', online: true })
  expect(finished).toEqual(['ana', 'bia', 'bia'])
})
