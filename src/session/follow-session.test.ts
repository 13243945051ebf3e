import { expect, test, vi } from 'vitest'
import { createStore } from '../lib/create-store.ts'
import { createDeferred } from '../lib/async/deferred.ts'
import type { Session } from './session.ts'
import { followSession } from './follow-session.ts'

type State = ReturnType<Session['state']>

const open = () => {
  const state = createStore<State>({ status: 'authenticating' })
  const customer = createStore<string | undefined>(undefined)
  const limit = createDeferred<undefined>()
  const reload = vi.fn()
  const follower = followSession(
    {
      state: state.get,
      subscribe: state.subscribe,
      customer: customer.get,
      withTimeLimit: (read) => Promise.race([read, limit.promise]),
    },
    reload,
  )
  /** Shows that a customer is signed in, or nobody. */
  const show = (id?: string) => {
    customer.set(id)
    state.set({ status: id === undefined ? 'unauthenticated' : 'authenticated' } as State)
  }
  return { ...follower, reload, show, reachLimit: () => limit.resolve(undefined) }
}

const never = new Promise<never>(() => undefined)

test('the first page, which waits for the session, is not loaded a second time with it', async () => {
  const { waitUntilKnown, show, reload } = open()
  const waiting = waitUntilKnown(never)
  show('ana')
  await waiting
  expect(reload).not.toHaveBeenCalled()
})

test('a session that is found after the time limit loads the page again', async () => {
  const { waitUntilKnown, show, reload, reachLimit } = open()
  const waiting = waitUntilKnown(never)
  reachLimit()
  await waiting
  show('ana')
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a check that fails ends the wait', async () => {
  const { waitUntilKnown } = open()
  await expect(waitUntilKnown(Promise.reject(new Error('blocked')))).resolves.toBeUndefined()
})

test('another customer, or nobody, loads the page again, once for each change', async () => {
  const { waitUntilKnown, show, reload } = open()
  const waiting = waitUntilKnown(never)
  show('ana')
  await waiting
  show('ana')
  show()
  expect(reload).toHaveBeenCalledTimes(1)
  show('bia')
  expect(reload).toHaveBeenCalledTimes(2)
})
