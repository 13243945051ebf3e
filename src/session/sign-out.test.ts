import { expect, test } from 'vitest'
import { ok } from '../lib/result.ts'
import { sessionWorld } from './testing/session-world.ts'
import { signedIn } from './testing/coach.ts'
import { providerOf } from './providers/testing/fake-provider.ts'
import { createSession } from './create-session.ts'

test('clears the session, reports to provider and product API, and discards what was cached', async () => {
  let left = 0
  const provider = providerOf({ signOut: async () => void (left += 1) })
  const { world, deps } = sessionWorld({ stored: signedIn(), provider })
  const session = createSession(deps)
  await session.check()
  await session.signOut('user-1')
  expect(session.state()).toEqual({ status: 'anonymous' })
  expect(world.stored.size).toBe(0)
  expect(world.signedOut).toBe(1)
  expect(left).toBe(1)
  expect(world.callNames()).toContain('logout')
})

test('without network it holds on this device at once, and is reported to the server at the next check', async () => {
  const { world, deps } = sessionWorld({ stored: signedIn(), responses: {} })
  const session = createSession(deps)
  await session.signOut('user-1')
  expect(session.state()).toEqual({ status: 'anonymous' })
  expect(world.stored.has('currentUser')).toBe(false)
  world.respond('logout', () => ok({ ended: true }))
  const before = world.callNames().length
  await session.check()
  await expect.poll(() => world.stored.size).toBe(0)
  expect(world.callNames().slice(before)).toEqual(['logout'])
  await session.check()
  expect(world.callNames().slice(before)).toEqual(['logout'])
})
