import { expect, test } from 'vitest'
import type { SessionState } from '../../session/session.ts'
import { keepProfile } from './keep-profile.ts'

const coach = (userID: string) =>
  ({ status: 'authenticated', user: { userID } }) as Extract<SessionState, { status: 'authenticated' }>

const start = (first: SessionState, { online = true } = {}) => {
  const listeners = new Set<() => void>()
  const read: string[] = []
  let now = first
  const passed = Promise.withResolvers<void>()
  keepProfile({
    session: {
      state: () => now,
      customer: () => (now.status === 'authenticated' ? now.user.userID : undefined),
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    personOf: ({ userID }) => ({ readUnknown: async () => void read.push(userID) }),
    online: () => online,
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

test('who signs in has a copy of the profile a moment later, read once', async () => {
  const { read, become, pass } = start({ status: 'anonymous' })
  become(coach('ana'))
  become(coach('ana'))
  expect(read).toEqual([])
  await pass()
  expect(read).toEqual(['ana'])
})

test('of a coach who has left meanwhile nothing is read, but of the one who came', async () => {
  const { read, become, pass } = start(coach('ana'))
  become(coach('bia'))
  await pass()
  expect(read).toEqual(['bia'])
})

test('without a connection nothing is asked for', async () => {
  const { read, pass } = start(coach('ana'), { online: false })
  await pass()
  expect(read).toEqual([])
})
