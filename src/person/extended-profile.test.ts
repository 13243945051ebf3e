import { expect, test } from 'vitest'
import { extendedProfileService } from '../contract/extended-profile.ts'
import { createServiceClient } from '../contract/service-client.ts'
import { ok } from '../lib/result.ts'
import { createExtendedDetails } from './extended-profile.ts'

test('the profile is read after what the sign-up still owes it was told', async () => {
  let stored = {}
  const client = createServiceClient({
    service: extendedProfileService,
    address: '',
    fetch: async () => Response.json({ profile: stored }),
  })
  const told = Promise.withResolvers<void>()
  const identity = { token: async () => ok('token'), key: 'key' }
  const account = { firstName: 'Ana', lastName: 'Silva' }
  const details = createExtendedDetails({ client, identity, told: () => told.promise }, account)
  const read = details.read()
  await new Promise((resolve) => {
    setTimeout(resolve, 20)
  })
  stored = { job: 'coach' }
  told.resolve()
  expect(await read).toEqual(ok({ firstName: 'Ana', lastName: 'Silva', job: 'coach' }))
})
