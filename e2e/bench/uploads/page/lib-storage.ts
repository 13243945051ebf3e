import { S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { atOnce, partSize, type Uploader } from './uploader.ts'

/** The AWS SDK's managed upload. */
export const libStorage: Uploader = async (file, { endpoint, region, bucket, key, credentials }) => {
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
  const upload = new Upload({
    client,
    params: { Bucket: bucket, Key: key, Body: file },
    partSize,
    queueSize: atOnce,
  })
  await upload.done()
}
