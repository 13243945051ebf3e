import { expect, test } from 'vitest'
import type { SessionState } from '../session/session.ts'
import { prefetchProfile } from './start-background-work.ts'

const coach = (userID: string) =>
  ({ status: 'authenticated', user: { userID } }) as Extract<SessionState, { status: 'authenticated' }>

const start = (first: SessionState, { online = true } = {}) => {
  const listeners = new Set<() => void>()
  const read: string[] = []
  let now = first
  const passed = Promise.withResolvers<void>()
  prefetchProfile({
    session: {
      state: () => now,
      customer: () => (now.status === 'authenticated' ? now.user.userID : undefined),
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    getPerson: ({ userID }) => ({ loadMissing: async () => void read.push(userID) }),
    isOnline: () => online,
    sleep: () => passed.promise,
  })
  return {
    read,
    become: (next: SessionState) => {
      now = next
      for (const listener of listeners) listener()
    },
    pass: async () => {
      passed.resolve()
      await new Promise((resolve) => setTimeout(resolve))
    },
  }
}

test('reads the profile once, soon after a sign-in, and stores a copy', async () => {
  const { read, become, pass } = start({ status: 'anonymous' })
  become(coach('ana'))
  become(coach('ana'))
  expect(read).toEqual([])
  await pass()
  expect(read).toEqual(['ana'])
})

test('reads nothing for a coach who has signed out meanwhile, only for the new one', async () => {
  const { read, become, pass } = start(coach('ana'))
  become(coach('bia'))
  await pass()
  expect(read).toEqual(['bia'])
})

test('sends no request without a connection', async () => {
  const { read, pass } = start(coach('ana'), { online: false })
  await pass()
  expect(read).toEqual([])
})
