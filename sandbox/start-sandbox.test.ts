import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { fetchAuthSession, signIn } from 'aws-amplify/auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storage } from './shared/settings.ts'
import { startTestSandbox } from './testing/start-test-sandbox.ts'
import type { TestSandbox } from './testing/start-test-sandbox.ts'
import { connectAmplify } from './testing/connect-amplify.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.remove())

const openStorage = async (country: string) => {
  await connectAmplify(sandbox, country)
  await signIn({ username: `coach.${country.toLowerCase()}@example.com`, password: 'Barriers-2026!' })
  const { credentials, identityId } = await fetchAuthSession()
  const client = new S3Client({
    endpoint: sandbox.addresses().objectStore,
    region: storage.region,
    forcePathStyle: true,
    credentials: credentials!,
  })
  return { client, identityId: identityId!, credentials: credentials! }
}

test('credentials of a sign-in open only the coach’s own files, before and after a restart', async () => {
  const ana = await openStorage('BR')
  const Key = `private/${ana.identityId}/match.txt`
  await ana.client.send(new PutObjectCommand({ Bucket: storage.bucket, Key, Body: 'two goals' }))

  await sandbox.restart()
  const read = await ana.client.send(new GetObjectCommand({ Bucket: storage.bucket, Key }))
  expect(await read.Body!.transformToString()).toBe('two goals')

  const ben = await openStorage('GB')
  await expect(ben.client.send(new GetObjectCommand({ Bucket: storage.bucket, Key }))).rejects.toMatchObject({
    name: 'AccessDenied',
  })
})

test('credentials expire after an hour, as stated', async () => {
  const before = Date.now()
  const { client, identityId, credentials } = await openStorage('BR')
  const issued = credentials.expiration!.getTime() - 3_600_000
  // In whole seconds
  expect(issued).toBeGreaterThan(before - 1000)
  expect(issued).toBeLessThan(Date.now() + 1000)
  sandbox.advance(3_600_000)
  const list = new ListObjectsV2Command({ Bucket: storage.bucket, Prefix: `private/${identityId}/` })
  await expect(client.send(list)).rejects.toMatchObject({ name: 'ExpiredToken' })
})
