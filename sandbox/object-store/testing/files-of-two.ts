import { GetObjectCommand, PutObjectCommand, type S3ClientConfig } from '@aws-sdk/client-s3'
import { beforeAll } from 'vitest'
import { ana, ben, bucket } from './running-store.ts'
import { storeForFile } from './store-for-file.ts'

/** A private file of Ana. */
export const key = `private/${ana}/plan.txt`
export const minute = 60_000

/** Starts a store with an adjustable clock and a file of each access level: two of Ana, one of Ben. */
export const filesOfTwo = () => {
  const clock: { now: () => number } = { now: Date.now }
  const { running } = storeForFile({ now: () => clock.now() })

  beforeAll(async () => {
    for (const [identityId, Key] of [
      [ana, key],
      [ana, `protected/${ana}/seen.txt`],
      [ben, `public/${ben}/by-ben.txt`],
    ] as const) {
      await running()
        .createClient(identityId)
        .send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'x' }))
    }
  })

  /** Reads Ana's file with a separate client. */
  const getPlan = (config: S3ClientConfig) =>
    running()
      .createClient(ana, config)
      .send(new GetObjectCommand({ Bucket: bucket, Key: key }))

  return { clock, running, getPlan }
}
