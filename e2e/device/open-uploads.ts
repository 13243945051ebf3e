import { ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3'
import type { Page } from '@playwright/test'
import * as v from 'valibot'
import { addresses } from '../system/addresses.ts'

const target = 'AWSCognitoIdentityService.GetCredentialsForIdentity'
const storage = { bucket: 'breaking-barriers', region: 'us-east-1' }
const given = v.object({
  IdentityId: v.string(),
  Credentials: v.object({ AccessKeyId: v.string(), SecretKey: v.string(), SessionToken: v.string() }),
})

/**
 * Looks past the app into the object store, with the credentials that the app is given from now on: the answered
 * function lists the keys of the coach's open uploads, which cost money until somebody ends them.
 */
export const watchOpenUploads = (page: Page): (() => Promise<string[]>) => {
  const credentials = page
    .waitForResponse(async (answer) => (await answer.request().allHeaders())['x-amz-target'] === target)
    .then(async (answer) => v.parse(given, await answer.json()))
  return async () => {
    const { IdentityId, Credentials } = await credentials
    const client = new S3Client({
      endpoint: addresses.objectStore,
      region: storage.region,
      forcePathStyle: true,
      credentials: {
        accessKeyId: Credentials.AccessKeyId,
        secretAccessKey: Credentials.SecretKey,
        sessionToken: Credentials.SessionToken,
      },
    })
    const Prefix = `private/${IdentityId}/`
    const answer = await client.send(new ListMultipartUploadsCommand({ Bucket: storage.bucket, Prefix }))
    client.destroy()
    return (answer.Uploads ?? []).map(({ Key = '' }) => Key.slice(Prefix.length))
  }
}
