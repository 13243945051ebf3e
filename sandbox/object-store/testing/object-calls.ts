import {
  GetObjectCommand,
  type GetObjectCommandInput,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3'
import { bucket } from './running-store.ts'

/** Returns the calls that most tests of the object store make, by key. */
export const objectCalls = (send: S3Client['send']) => {
  const put = (Key: string, Body: string, input: Partial<PutObjectCommandInput> = {}) =>
    send(new PutObjectCommand({ Bucket: bucket, Key, Body, ...input }))

  const get = (Key: string, input: Partial<GetObjectCommandInput> = {}) =>
    send(new GetObjectCommand({ Bucket: bucket, Key, ...input }))

  const read = async (key: string) => (await get(key)).Body?.transformToString()

  const readBytes = async (key: string, input: Partial<GetObjectCommandInput> = {}) =>
    Buffer.from((await (await get(key, input)).Body?.transformToByteArray()) ?? [])

  return { put, get, read, readBytes }
}
