import { expect, test } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import { sessionWorld } from './testing/session-world.ts'
import { hour, signedIn } from './testing/coach.ts'
import { fault, providerOf } from './providers/testing/fake-provider.ts'
import { createSession } from './create-session.ts'

const counting = () => {
  let requests = 0
  const provider = providerOf({
    storageCredentials: async () => {
      requests += 1
      return ok({
        identityId: `us-east-1:${requests}`,
        accessKeyId: 'key',
        secretAccessKey: 's',
        sessionToken: 't',
        expiration: hour,
      })
    },
  })
  const { world, deps } = sessionWorld({ stored: signedIn(), provider })
  return { world, session: createSession(deps), requests: () => requests }
}

test('are cached for 50 minutes, and shared by callers at the same time', async () => {
  const { world, session, requests } = counting()
  await Promise.all([session.storageCredentials(), session.storageCredentials()])
  world.now = 50 * 60_000 - 1
  await session.storageCredentials()
  expect(requests()).toBe(1)
  world.now += 1
  await session.storageCredentials()
  expect(requests()).toBe(2)
})

test('are new when fresh ones are requested', async () => {
  const { session, requests } = counting()
  await session.storageCredentials()
  expect(await session.storageCredentials({ fresh: true })).toMatchObject({
    value: { identityId: 'us-east-1:2' },
  })
  expect(requests()).toBe(2)
})

test('are refused to somebody who is not signed in', async () => {
  const { deps } = sessionWorld()
  expect(await createSession(deps).storageCredentials()).toEqual(fail({ message: 'error.signInNeeded' }))
})

test('a failure is not cached', async () => {
  let broken = true
  const provider = providerOf({
    storageCredentials: async () => (broken ? fail(fault('network')) : providerOf().storageCredentials()),
  })
  const { deps } = sessionWorld({ stored: signedIn(), provider })
  const session = createSession(deps)
  expect(await session.storageCredentials()).toEqual(fail({ message: 'error.network' }))
  broken = false
  expect((await session.storageCredentials()).ok).toBe(true)
})
