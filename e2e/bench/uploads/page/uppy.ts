import AwsS3 from '@uppy/aws-s3'
import Uppy from '@uppy/core'
import { partSize, type Uploader } from './uploader.ts'

/** Uppy's S3 plugin, signing in the browser. It sends the parts of one file one after the other. */
export const uppy: Uploader = async (file, { endpoint, region, bucket, key, credentials }) => {
  const instance = new Uppy().use(AwsS3, {
    s3Endpoint: `${endpoint}/${bucket}`,
    region,
    shouldUseMultipart: true,
    getChunkSize: () => partSize,
    generateObjectKey: () => key,
    getCredentials: () => Promise.resolve({ credentials, region, bucket }),
  })
  instance.addFile(file)
  const result = await instance.upload()
  instance.destroy()
  if (result?.successful?.length !== 1) throw new Error(result?.failed?.[0]?.error ?? 'nothing was sent')
}
