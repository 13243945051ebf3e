import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from '../lib/create-store.ts'
import type { ConnectivityState } from '../platform/network/connectivity.ts'
import { finishDeletions } from './start-background-work.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const start = () => {
  const customer = createStore<string | undefined>('ana')
  const state = createStore<ConnectivityState>({ kind: 'online', online: true })
  const finished: string[] = []
  let isVisible = true
  finishDeletions({
    session: { customer: customer.get, subscribe: customer.subscribe },
    connectivity: { state: state.get, subscribe: state.subscribe },
    isVisible: () => isVisible,
    finish: async (whose) => void finished.push(whose),
  })
  const setVisible = (isSeen: boolean) => void (isVisible = isSeen)
  return { customer, state, finished, setVisible }
}

test('finishes deletions at the start, after a sign-in, and when the server is reachable again', async () => {
  const { customer, state, finished } = start()
  expect(finished).toEqual(['ana'])
  customer.set(undefined)
  customer.set('bia')
  expect(finished).toEqual(['ana', 'bia'])
  await vi.advanceTimersByTimeAsync(0)
  state.set({ kind: 'offline', online: false, since: 0 })
  expect(finished).toEqual(['ana', 'bia'])
  state.set({ kind: 'online', online: true })
  expect(finished).toEqual(['ana', 'bia', 'bia'])
})

test('tries again every minute, while the coach sees the page and the server is reachable', async () => {
  const { state, finished, setVisible } = start()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(finished).toEqual(['ana', 'ana'])
  setVisible(false)
  await vi.advanceTimersByTimeAsync(600_000)
  setVisible(true)
  state.set({ kind: 'offline', online: false, since: 0 })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(finished).toEqual(['ana', 'ana'])
})
