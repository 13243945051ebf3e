import { expect, test } from 'vitest'
import type { Services } from '../../../app/services/services.ts'
import { createProductApiClient } from '../../../contract/product-api-client.ts'
import { createSession } from '../../../session/create-session.ts'
import { signedIn, userIn } from '../../../session/testing/coach.ts'
import { sessionWorld } from '../../../session/testing/session-world.ts'
import { eraseFromDevice } from './-profile.tsx'

test('erases a coach’s data on the device as soon as their session has ended, before the server is told', async () => {
  const stored = signedIn()
  const user = userIn(stored)
  const { deps } = sessionWorld({ stored })
  const never = () => new Promise<never>(() => undefined)
  const api = createProductApiClient({ origin: '', fetch: never })
  const session = createSession({ ...deps, api, sleep: never })
  const forgotten: string[] = []
  const services = {
    session,
    device: { forgetCustomer: async (customer: string) => void forgotten.push(customer) },
    uploads: { client: { of: () => ({ clear: async () => undefined }) } },
  } as unknown as Services
  void eraseFromDevice(services, user)
  await expect.poll(() => forgotten).toEqual(['user-1'])
  expect(stored.has('currentUser')).toBe(false)
})
