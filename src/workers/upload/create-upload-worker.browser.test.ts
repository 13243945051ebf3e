import { expect, test } from 'vitest'
import { ok } from '../../lib/result.ts'
import { createUploadWorker } from './create-upload-worker.ts'

const credentialsOf = (customer: string) => ({
  identityId: `us-east-1:${customer}`,
  accessKeyId: `KEY-OF-${customer}`,
  secretAccessKey: 'secret',
  sessionToken: `token-of-${customer}`,
  expiration: Date.now() + 3_600_000,
})

test('a call after a change of the customer is made with their credentials', async () => {
  let customer = 'ana'
  const address = { region: 'us-east-1', bucket: 'files' }
  const worker = createUploadWorker(
    address,
    async () => ok(credentialsOf(customer)),
    () => undefined,
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
