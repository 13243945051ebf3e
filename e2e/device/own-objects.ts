import { ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import type { Page } from '@playwright/test'
import * as v from 'valibot'
import { addresses } from '../system/addresses.ts'

/** The call with which the app gets credentials for the object store. */
const target = 'AWSCognitoIdentityService.GetCredentialsForIdentity'
const storage = { bucket: 'breaking-barriers', region: 'us-east-1' }
const credentialsResponse = v.object({
  IdentityId: v.string(),
  Credentials: v.object({ AccessKeyId: v.string(), SecretKey: v.string(), SessionToken: v.string() }),
})

/** Reads the coach's objects directly from the object store, with the next credentials of the app. */
export const watchOwnObjects = (page: Page) => {
  const credentials = page
    .waitForResponse(async (response) => (await response.request().allHeaders())['x-amz-target'] === target)
    .then(async (response) => v.parse(credentialsResponse, await response.json()))
  /** Lists keys with `list`, and removes the coach's prefix from them. */
  const listKeys = async (
    list: (client: S3Client, own: { Bucket: string; Prefix: string }) => Promise<(string | undefined)[]>,
  ): Promise<string[]> => {
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
    const keys = await list(client, { Bucket: storage.bucket, Prefix })
    client.destroy()
    return keys.map((key = '') => key.slice(Prefix.length))
  }
  return {
    /** The keys of the coach's open uploads. They cost money until they are completed or aborted. */
    openUploads: () =>
      listKeys(async (client, own) => {
        const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand(own))
        return Uploads.map(({ Key }) => Key)
      }),
    /** The keys of the coach's private files. */
    files: () =>
      listKeys(async (client, own) => {
        const { Contents = [] } = await client.send(new ListObjectsV2Command(own))
        return Contents.map(({ Key }) => Key)
      }),
  }
}
