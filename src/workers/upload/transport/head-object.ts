import { GetObjectCommand, HeadObjectCommand, type HeadObjectCommandOutput } from '@aws-sdk/client-s3'
import { failureOf } from './failure-of.ts'
import type { S3Client } from './s3-client.ts'
import type { HandlerOptions } from './xhr-handler.ts'

/**
 * What is known of an object, without its bytes. A HEAD that is refused cannot say why: credentials that expired and a
 * wrong clock look like a file that this person may not see. So the first byte is requested: a refusal of that has a
 * code, by which the request is cured. Where it is not refused either, the HEAD is sent again.
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
    if (failureOf(error, Date.now()).kind !== 'refused') throw error
    await client.send(
      new GetObjectCommand({ ...object, Range: 'bytes=0-0', ResponseCacheControl: 'no-store' }),
      options,
    )
    return head()
  }
}
