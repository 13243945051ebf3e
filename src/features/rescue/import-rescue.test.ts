import { expect, test } from 'vitest'
import type { ApiFailure } from '../../contract/api-failure.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { RescueContent } from '../../outbox/rescue/rescue-content.ts'
import { fail, ok } from '../../lib/result.ts'
import { importRescue, type ImportProgress } from './import-rescue.ts'

const keys = ['1', '2', '3'].map((digit) => `018f0000-0000-7000-8000-00000000000${digit}`)
const content: RescueContent = {
  customer: 'coach-a',
  device: '00000000-0000-4000-8000-000000000000',
  madeAt: 1,
  entries: keys.map((key, at) => ({
    key,
    device: '00000000-0000-4000-8000-000000000000',
    seq: at + 1,
    name: 'event.logged.v1',
    capturedAt: 1,
    correctedAt: 1000,
    call: 'events',
    schema: 3,
    body: '{}',
  })),
  unreadable: [],
}

/**
 * A product API that answers one entry after the other: with the failure, or with whether it knew the entry.
 */
const answering = (answers: (ApiFailure | boolean)[]) => {
  const asked: unknown[] = []
  const call = async (name: string, body: { key: string }) => {
    asked.push([name, body])
    const next = answers.shift() ?? false
    if (typeof next === 'object') return fail(next)
    const receipt = { key: body.key, hash: '', received_at: '', sequence: 5, key_id: '', signature: '' }
    return ok({ receipt, replayed: next })
  }
  return { api: { call } as unknown as Pick<ProductApiClient, 'call'>, asked }
}
/** Ignores progress, and does not wait. */
const unseen = { onProgress: () => undefined, wait: async () => undefined }
const listOutcomes = ({ done }: ImportProgress) => done.map(({ outcome }) => outcome.kind)

test('sends each entry for the file’s customer, and tells known entries from new ones', async () => {
  const { api, asked } = answering([false, true, false])
  const seen: number[] = []
  const progress = await importRescue(api, content, {
    ...unseen,
    onProgress: ({ done }) => seen.push(done.length),
  })
  expect(listOutcomes(progress)).toEqual(['accepted', 'known', 'accepted'])
  expect(asked[0]).toMatchObject([
    'rescueEntry',
    { customer_id: 'coach-a', key: keys[0], seq: 1, captured_at: '1970-01-01T00:00:01.000Z' },
  ])
  expect(seen.slice(0, 3)).toEqual([1, 2, 3])
})

test.each([
  'invalid-body',
  'key-reused',
  'other-customer',
  'not-found',
  'server-failed',
  'schema-unknown',
] as const)('an entry refused with %s does not block the others', async (code) => {
  const { api } = answering([{ code, status: 422 }, false, false])
  expect(listOutcomes(await importRescue(api, content, unseen))).toEqual(['refused', 'accepted', 'accepted'])
})

test.each([
  'no-answer',
  'maintenance',
  'too-many-requests',
  'signed-out',
  'admin-only',
  'second-factor-needed',
] as const)('%s ends the import, and keeps what was delivered', async (code) => {
  const { api, asked } = answering([false, { code, status: 0 }])
  const progress = await importRescue(api, content, unseen)
  expect([listOutcomes(progress), progress.stopped?.code]).toEqual([['accepted'], code])
  expect(asked).toHaveLength(2)
})

test('waits for a rate limit as long as the server says, then resumes the file', async () => {
  const busy = { code: 'too-many-requests', status: 429, retryAfter: 7 } as const
  const { api, asked } = answering([false, busy, busy, true, false])
  const waited: number[] = []
  const wait = async (ms: number) => void waited.push(ms)
  expect(listOutcomes(await importRescue(api, content, { ...unseen, wait }))).toEqual([
    'accepted',
    'known',
    'accepted',
  ])
  expect(waited).toEqual([7000, 7000])
  expect(asked).toHaveLength(5)
})

test.each([1e20, 3e14, -1, Number.NaN])(
  'delivers an entry whose time was edited to %s without a time, and those after it too',
  async (correctedAt) => {
    const { api, asked } = answering([false, false, false])
    const entries = content.entries.map((entry, at) => (at === 1 ? { ...entry, correctedAt } : entry))
    const progress = await importRescue(api, { ...content, entries }, unseen)
    expect(listOutcomes(progress)).toEqual(['accepted', 'accepted', 'accepted'])
    expect(asked[1]).not.toHaveProperty([1, 'captured_at'])
  },
)
