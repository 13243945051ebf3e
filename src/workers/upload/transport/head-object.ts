import { GetObjectCommand, HeadObjectCommand, type HeadObjectCommandOutput } from '@aws-sdk/client-s3'
import type { S3Client } from './s3-client.ts'
import { toStorageFailure } from './storage-failure-of.ts'
import type { HandlerOptions } from './xhr-handler.ts'

/**
 * Requests the metadata of an object. A refused HEAD has no code: expired credentials and a wrong clock look
 * like a file that this person may not see. So the first byte is requested: a refusal of that request has a
 * code, which tells how to correct it. If it succeeds, the HEAD is sent again.
 */
export const headObject = async (
  client: S3Client,
  object: { Bucket: string; Key: string },
  options?: HandlerOptions,
): Promise<HeadObjectCommandOutput> => {
  const head = () => client.send(new HeadObjectCommand({ ...object, ChecksumMode: 'ENABLED' }), options)
  try {
    return await head()
  } catch (error) {
    if (toStorageFailure(error, Date.now()).kind !== 'refused') throw error
    await client.send(
      new GetObjectCommand({ ...object, Range: 'bytes=0-0', ResponseCacheControl: 'no-store' }),
      options,
    )
    return head()
  }
}
