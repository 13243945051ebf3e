import { expect, test } from 'vitest'
import type { Services } from '../../../app/services/services.ts'
import { createProductApiClient } from '../../../contract/product-api-client.ts'
import { createSession } from '../../../session/create-session.ts'
import { signedIn, userIn } from '../../../session/testing/coach.ts'
import { healthyApi } from '../../../session/testing/product-api.ts'
import { sessionWorld } from '../../../session/testing/session-world.ts'
import { eraseFromDevice } from './-profile.tsx'

test('still reports the sign-out at the next start if everything else was erased without a connection', async () => {
  const stored = signedIn()
  const user = userIn(stored)
  const { world, deps } = sessionWorld({ stored, responses: {} })
  const session = createSession(deps)
  const erasures: unknown[] = []
  const databaseLossNotice = { recordErasure: async () => void erasures.push('recorded') }
  const services = {
    session: { ...session, databaseLossNotice, account: { hasSignUpOfOther: async () => false } },
    device: {
      forgetCustomer: async () => undefined,
      hasWorkOfOthers: async () => false,
      erase: async () => {
        erasures.push('erased')
        stored.clear()
      },
    },
    uploads: { client: { forCustomer: () => ({ clear: async () => undefined }) } },
  } as unknown as Services
  expect(await eraseFromDevice(services, user)).toBe(true)
  expect([...stored.keys()]).toEqual(['leaving'])
  expect(erasures).toEqual(['erased', 'recorded'])
  world.respond('logout', healthyApi().logout)
  await createSession(deps).check()
  await expect.poll(() => [...stored.keys()]).toEqual([])
  expect(world.callNames().at(-1)).toBe('logout')
})

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
    uploads: { client: { forCustomer: () => ({ clear: async () => undefined }) } },
  } as unknown as Services
  void eraseFromDevice(services, user)
  await expect.poll(() => forgotten).toEqual(['user-1'])
  expect(stored.has('currentUser')).toBe(false)
})
