import { expect, test } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import { authWorld } from '../account/testing/account-world.ts'
import { hour, signedIn } from './testing/coach.ts'
import { fault, providerOf } from './providers/testing/fake-provider.ts'
import { createAuth } from '../account/create-account.ts'

const counting = () => {
  let asked = 0
  const provider = providerOf({
    storageCredentials: async () => {
      asked += 1
      return ok({
        identityId: `us-east-1:${asked}`,
        accessKeyId: 'key',
        secretAccessKey: 's',
        sessionToken: 't',
        expiration: hour,
      })
    },
  })
  const { world, deps } = authWorld({ stored: signedIn(), provider })
  return { world, auth: createAuth(deps), asked: () => asked }
}

test('are kept for 50 minutes, and shared by callers at the same time', async () => {
  const { world, auth, asked } = counting()
  await Promise.all([auth.storageCredentials(), auth.storageCredentials()])
  world.now = 50 * 60_000 - 1
  await auth.storageCredentials()
  expect(asked()).toBe(1)
  world.now += 1
  await auth.storageCredentials()
  expect(asked()).toBe(2)
})

test('are new when fresh ones are asked for', async () => {
  const { auth, asked } = counting()
  await auth.storageCredentials()
  expect(await auth.storageCredentials({ fresh: true })).toMatchObject({
    value: { identityId: 'us-east-1:2' },
  })
  expect(asked()).toBe(2)
})

test('are refused to somebody who is not signed in', async () => {
  const { deps } = authWorld()
  expect(await createAuth(deps).storageCredentials()).toEqual(fail({ message: 'error.signInNeeded' }))
})

test('a failure is not kept', async () => {
  let broken = true
  const provider = providerOf({
    storageCredentials: async () => (broken ? fail(fault('network')) : providerOf().storageCredentials()),
  })
  const { deps } = authWorld({ stored: signedIn(), provider })
  const auth = createAuth(deps)
  expect(await auth.storageCredentials()).toEqual(fail({ message: 'error.network' }))
  broken = false
  expect((await auth.storageCredentials()).ok).toBe(true)
})
