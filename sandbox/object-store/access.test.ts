import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'
import { filesOfTwo, key } from './testing/files-of-two.ts'
import { readError } from './testing/read-error.ts'
import { ana, ben, bucket } from './testing/running-store.ts'

const { running } = filesOfTwo()
const carla = 'us-east-1:33333333-3333-4333-8333-333333333333'

describe('another identity', () => {
  const target = { Bucket: bucket, Key: key }
  const source = `${bucket}/${key}`
  const foreign = `protected/${ana}/seen.txt`
  const byAna = `public/${ana}/a`

  test.each([
    ['read a private file', new GetObjectCommand(target)],
    ['ask for a private file', new HeadObjectCommand(target)],
    ['write a private file', new PutObjectCommand({ ...target, Body: 'x' })],
    ['delete a private file', new DeleteObjectCommand(target)],
    ['begin an upload of a private file', new CreateMultipartUploadCommand(target)],
    [
      'copy a private file',
      new CopyObjectCommand({ Bucket: bucket, Key: `public/${ben}/a`, CopySource: source }),
    ],
    ['write a protected file', new PutObjectCommand({ Bucket: bucket, Key: foreign, Body: 'x' })],
    ['delete a protected file', new DeleteObjectCommand({ Bucket: bucket, Key: foreign })],
    [
      'copy over a protected file',
      new CopyObjectCommand({
        Bucket: bucket,
        Key: foreign,
        CopySource: `${bucket}/public/${ben}/by-ben.txt`,
      }),
    ],
    ['write a public file', new PutObjectCommand({ Bucket: bucket, Key: byAna, Body: 'x' })],
    ['delete a public file', new DeleteObjectCommand({ Bucket: bucket, Key: byAna })],
    ['begin an upload of a public file', new CreateMultipartUploadCommand({ Bucket: bucket, Key: byAna })],
    [
      'write beside the public files of all',
      new PutObjectCommand({ Bucket: bucket, Key: 'public/a', Body: 'x' }),
    ],
    ['write outside the three levels', new PutObjectCommand({ Bucket: bucket, Key: 'other/a', Body: 'x' })],
    ['list private files', new ListObjectsV2Command({ Bucket: bucket, Prefix: `private/${ana}/` })],
    ['list everything', new ListObjectsV2Command({ Bucket: bucket })],
    ['list everything the old way', new ListObjectsCommand({ Bucket: bucket, Prefix: 'p' })],
    ['list buckets', new ListBucketsCommand({})],
    ['abort an upload', new AbortMultipartUploadCommand({ ...target, UploadId: 'x' })],
    [
      'copy from a private file into a part',
      new UploadPartCopyCommand({ ...target, UploadId: 'x', PartNumber: 1, CopySource: source }),
    ],
  ])('may not %s', async (_name, command) => {
    // A client can send each of these commands; they share no narrower type.
    const client = running().createClient(ben)
    const send: (command: never) => Promise<unknown> = client.send.bind(client)
    expect(await readError(send(command as never))).toMatch(/^403 /)
  })

  test('may list the open uploads of the whole bucket, because IAM has no prefix for that', async () => {
    const listed = await running()
      .createClient(ben)
      .send(new ListMultipartUploadsCommand({ Bucket: bucket }))
    expect(listed.IsTruncated).toBe(false)
  })

  test('may read, list and copy protected and public files', async () => {
    const reader = running().createClient(carla)
    for (const [prefix, key] of [
      ['protected/', foreign],
      ['public/', `public/${ben}/by-ben.txt`],
    ] as const) {
      await reader.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
      const { Contents } = await reader.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }))
      expect(Contents?.map(({ Key }) => Key)).toEqual([key])
      const copy = { Bucket: bucket, Key: `private/${carla}/copy`, CopySource: `${bucket}/${key}` }
      await reader.send(new CopyObjectCommand(copy))
    }
  })
})
