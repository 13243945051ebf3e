import { createHash } from 'node:crypto'

/** Creates the owner of everything in a bucket. S3 identifies an owner by 64 hexadecimal digits. */
export const createOwner = (bucket: string) => ({
  ID: createHash('sha256').update(bucket).digest('hex'),
  DisplayName: bucket,
})
