import { expect, test } from 'vitest'
import { ok } from '../../lib/result.ts'
import { createUploadClient } from '../../uploads/create-upload-client.ts'
import { createUploadWorker } from './create-upload-worker.ts'

const createTestCredentials = (customer: string) => ({
  identityId: `us-east-1:${customer}`,
  accessKeyId: `KEY-OF-${customer}`,
  secretAccessKey: 'secret',
  sessionToken: `token-of-${customer}`,
  expiration: Date.now() + 3_600_000,
})

test('signs a call after a change of customer with the credentials of the new customer', async () => {
  let customer = 'ana'
  const address = { region: 'us-east-1', bucket: 'files' }
  const worker = createUploadWorker(
    address,
    async () => ok(createTestCredentials(customer)),
    () => undefined,
    async () => undefined,
  )
  const signed = async () => {
    const link = await worker.storage.presignedGet({ level: 'private', key: 'match.mp4' })
    return decodeURIComponent(JSON.stringify(link))
  }
  await worker.session('ana')
  expect(await signed()).toContain('KEY-OF-ana')
  customer = 'ben'
  await worker.session('ben')
  const later = await signed()
  expect(later).toContain('private/us-east-1:ben/match.mp4')
  expect(later).toContain('KEY-OF-ben')
  expect(later).not.toContain('ana')
})

test('refuses the calls of a screen that outlives the session of its customer', async () => {
  const worker = createUploadWorker(
    { region: 'us-east-1', bucket: 'files' },
    async (customer) => ok(createTestCredentials(customer)),
    () => undefined,
    async () => undefined,
  )
  await worker.session('ben')
  const place = { level: 'private', key: 'match.mp4' } as const
  expect(await worker.storage.presignedGet({ ...place, customer: 'ben' })).toMatchObject({ ok: true })
  for (const call of ['presignedGet', 'remove', 'head'] as const) {
    const refused = await worker.storage[call]({ ...place, customer: 'ana' })
    expect(refused).toMatchObject({ ok: false, error: { kind: 'sign-in-needed' } })
  }
})

test('the page reaches its worker, and the worker gets the credentials from the page', async () => {
  const worker = new Worker(new URL('upload.worker.ts', import.meta.url), { type: 'module' })
  const client = createUploadClient({
    bucketConfig: { region: 'us-east-1', bucket: 'files' },
    credentials: async () => ok(createTestCredentials('ana')),
    customer: { current: () => 'ana', subscribe: () => undefined },
    screen: { onVisible: () => undefined },
    createWorker: () => worker,
  }).forCustomer('ana')
  const link = await client.storage.presignedGet({ level: 'private', key: 'match.mp4' })
  expect(decodeURIComponent(JSON.stringify(link))).toContain('private/us-east-1:ana/match.mp4')
  await expect.poll(() => client.snapshot().isReady).toBe(true)
  const before = client.snapshot().network
  await client.setNetwork({ wifiOnly: !before.wifiOnly, obeyDataSaver: before.obeyDataSaver })
  await expect.poll(() => client.snapshot().network.wifiOnly).toBe(!before.wifiOnly)
  await client.setNetwork({ wifiOnly: before.wifiOnly, obeyDataSaver: before.obeyDataSaver })
  worker.terminate()
})
