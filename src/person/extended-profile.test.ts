import { expect, test } from 'vitest'
import { extendedProfileService } from '../contract/extended-profile.ts'
import { createServiceClient } from '../contract/service-client.ts'
import { ok } from '../lib/result.ts'
import { createExtendedDetails } from './extended-profile.ts'

test('reads the sign-up’s answers about the work, and saves them with the coach’s changes', async () => {
  let stored: Record<string, unknown> = { job: 'coach', partner: 'Clube do Bairro', workFrom: 'BR' }
  const client = createServiceClient({
    service: extendedProfileService,
    baseUrl: '',
    fetch: async (_url, { body }) => {
      if (typeof body === 'string') stored = { ...stored, ...JSON.parse(body) }
      return Response.json({ profile: stored })
    },
  })
  const credentials = { requestToken: async () => ok('token'), key: 'key' }
  const name = { firstName: 'Ana', lastName: 'Silva' }
  const details = createExtendedDetails({ client, credentials, complete: async () => undefined }, name)
  const read = { ...name, job: 'coach', partner: 'Clube do Bairro', workFrom: 'BR' }
  expect(await details.read()).toEqual(ok(read))
  await details.save({ ...read, partner: '', workFrom: 'PT' })
  expect(await details.read()).toEqual(ok({ ...name, job: 'coach', workFrom: 'PT' }))
})

test('reads the profile after the sign-up has completed it', async () => {
  let stored = {}
  const client = createServiceClient({
    service: extendedProfileService,
    baseUrl: '',
    fetch: async () => Response.json({ profile: stored }),
  })
  const complete = Promise.withResolvers<void>()
  const credentials = { requestToken: async () => ok('token'), key: 'key' }
  const account = { firstName: 'Ana', lastName: 'Silva' }
  const details = createExtendedDetails({ client, credentials, complete: () => complete.promise }, account)
  const read = details.read()
  await new Promise((resolve) => {
    setTimeout(resolve, 20)
  })
  stored = { job: 'coach' }
  complete.resolve()
  expect(await read).toEqual(ok({ firstName: 'Ana', lastName: 'Silva', job: 'coach' }))
})
