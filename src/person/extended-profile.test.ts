import { expect, test } from 'vitest'
import { extendedProfileService } from '../contract/extended-profile.ts'
import { createServiceClient } from '../contract/service-client.ts'
import { ok } from '../lib/result.ts'
import { createExtendedDetails } from './extended-profile.ts'

test('the profile is read after the sign-up has completed it', async () => {
  let stored = {}
  const client = createServiceClient({
    service: extendedProfileService,
    address: '',
    fetch: async () => Response.json({ profile: stored }),
  })
  const complete = Promise.withResolvers<void>()
  const identity = { token: async () => ok('token'), key: 'key' }
  const account = { firstName: 'Ana', lastName: 'Silva' }
  const details = createExtendedDetails({ client, identity, complete: () => complete.promise }, account)
  const read = details.read()
  await new Promise((resolve) => {
    setTimeout(resolve, 20)
  })
  stored = { job: 'coach' }
  complete.resolve()
  expect(await read).toEqual(ok({ firstName: 'Ana', lastName: 'Silva', job: 'coach' }))
})
