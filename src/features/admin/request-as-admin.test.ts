import { expect, test } from 'vitest'
import type { ErrorCode } from '../../contract/errors.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import { fail, ok } from '../../lib/result.ts'
import { createRequestAsAdmin } from './request-as-admin.ts'

const start = (codes: (ErrorCode | 'ok')[], renewal: 'works' | 'fails' = 'works') => {
  let renewed = 0
  const call = (async () => {
    const code = codes.shift() ?? 'ok'
    return code === 'ok' ? ok({ versions: ['1'] }) : fail({ code, status: 0 })
  }) as ProductApiClient['call']
  const renew = async () => {
    renewed += 1
    return renewal === 'works' ? ok(undefined) : fail({ message: 'error.network' } as const)
  }
  const ask = createRequestAsAdmin({ api: { call }, session: { renew }, admin: 'admin-a' })
  return { ask: () => ask('syncVersions', {}, new AbortController().signal), renewed: () => renewed }
}

test.each(['admin-only', 'signed-out'] as const)('%s is sent again with a new session', async (code) => {
  const { ask, renewed } = start([code])
  expect(await ask()).toEqual({ versions: ['1'] })
  expect(renewed()).toBe(1)
})

test('who is no admin any more leads to one more call, and not to more', async () => {
  const { ask, renewed } = start(['admin-only', 'admin-only'])
  await expect(ask()).rejects.toMatchObject({ failure: { code: 'admin-only' } })
  expect(renewed()).toBe(1)
})

test('without a new session the first result stands', async () => {
  await expect(start(['signed-out'], 'fails').ask()).rejects.toMatchObject({
    failure: { code: 'signed-out' },
  })
})

test('what has nothing to do with the session is not cured by a new one', async () => {
  const { ask, renewed } = start(['server-failed'])
  await expect(ask()).rejects.toMatchObject({ failure: { code: 'server-failed' } })
  expect(renewed()).toBe(0)
})
