import { expect, test } from 'vitest'
import { loyalty } from '../../../config/loyalty.ts'
import { loyaltyService } from '../../../contract/loyalty/loyalty.ts'
import { createServiceClient } from '../../../contract/service-client.ts'
import { createTaskQueue } from '../../../lib/async/task-queue.ts'
import { ok } from '../../../lib/result.ts'
import { memoryKeyValues } from '../../../platform/storage/testing/memory-key-values.ts'
import { hour, sessionUntil } from '../../testing/coach.ts'
import { createLoyaltyRename } from './loyalty-account.ts'
import { createLoyaltySession } from './loyalty-session.ts'

const name = { firstName: 'Bia', lastName: 'Nunes' }
const ana = sessionUntil(hour)
const bea = { ...sessionUntil(hour, 'access-of-bea'), userID: 'user-2', email: 'bea@example.com' }
const renewed = { accessToken: 'access-2', identityToken: 'access-2', refreshToken: 'refresh-2' }

/** The phone of a coach who gives another name; the provider takes its time to respond. */
const start = async () => {
  const sent = Promise.withResolvers<void>()
  const responds = Promise.withResolvers<void>()
  const done = { Type: 'SUCCESS', ProfileID: ana.userID }
  const client = createServiceClient({
    service: loyaltyService,
    baseUrl: '',
    fetch: async (path) => {
      if (path === loyaltyService.calls.refreshToken.path) {
        const { accessToken: AccessToken, refreshToken: RefreshToken } = renewed
        return Response.json({ ...done, AccessToken, RefreshToken, Expires: 3600, VerifiedStatusFlag: 'Y' })
      }
      sent.resolve()
      await responds.promise
      return Response.json(done)
    },
  })
  const sourceId = loyalty.sourceIds.en
  const stored = createLoyaltySession({
    client,
    sourceId,
    values: memoryKeyValues(),
    withTabLock: createTaskQueue(),
    now: () => 0,
  })
  await stored.write(ana)
  const renaming = createLoyaltyRename({ ...stored, client, sourceId })(name)
  await sent.promise
  return {
    stored,
    renamed: () => {
      responds.resolve()
      return renaming
    },
  }
}

test('keeps tokens that are renewed while a new name is being saved', async () => {
  const { stored, renamed } = await start()
  await stored.session({ fresh: true })
  expect(await renamed()).toEqual(ok({ ...ana, ...renewed, ...name }))
  expect(await stored.read()).toEqual({ ...ana, ...renewed, ...name })
})

test('keeps the session of a coach who signs in while another coach’s name is being saved', async () => {
  const { stored, renamed } = await start()
  await stored.remove()
  await stored.write(bea)
  expect(await renamed()).toMatchObject({ ok: false, error: { kind: 'session-ended' } })
  expect(await stored.session()).toEqual(ok(bea))
})

test('leaves no tokens when the coach signs out while their name is being saved', async () => {
  const { stored, renamed } = await start()
  await stored.remove()
  await renamed()
  expect(await stored.read()).toBeUndefined()
})
