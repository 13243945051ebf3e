import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { amazon, standIn, withBoth } from '../testing/both-clients.ts'
import type { S3Client } from './s3-client.ts'

const time = new Date('2026-06-01T12:00:00Z')
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: time }))
afterEach(() => void vi.useRealTimers())

const object = { Bucket: 'files', Key: "public/ä b+c/it's (1)*!.mp4" }
const upload = { ...object, UploadId: 'id/+=' }
const Metadata = { upload: 'task-1' }
const Body = new Blob(['five!'])
const ChecksumCRC32 = 'AAAAAA=='
const CopySource = 'files/public/a%20b'
const IfNoneMatch = '*'
const Parts = [
  { PartNumber: 1, ETag: '"a"', ChecksumCRC32 },
  { PartNumber: 2, ETag: '"b & <c>"' },
]
const created = { ...object, Metadata, ContentType: 'video/mp4', ChecksumAlgorithm: 'CRC32' } as const
const listed = { ...object, Prefix: 'public/ä', Delimiter: '/', MaxKeys: 5 }
const uploads = { ...upload, Prefix: object.Key, KeyMarker: object.Key, UploadIdMarker: 'u' }
const copied = {
  ...upload,
  PartNumber: 3,
  CopySource,
  CopySourceRange: 'bytes=0-9',
  CopySourceIfMatch: '"a"',
}

/** Every command of the worker, with the inputs that it uses. */
const requests: Record<string, (client: S3Client) => Promise<unknown>> = {
  abort: (client) => client.send(new AbortMultipartUploadCommand(upload)),
  complete: (client) =>
    client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts }, IfNoneMatch })),
  copy: (client) =>
    client.send(new CopyObjectCommand({ ...object, CopySource, CopySourceIfMatch: '"a"', IfNoneMatch })),
  create: (client) => client.send(new CreateMultipartUploadCommand(created)),
  remove: (client) => client.send(new DeleteObjectCommand(object)),
  get: (client) =>
    client.send(new GetObjectCommand({ ...object, ResponseCacheControl: 'no-store', Range: 'bytes=0-0' })),
  head: (client) => client.send(new HeadObjectCommand(object)),
  'open uploads': (client) => client.send(new ListMultipartUploadsCommand(uploads)),
  list: (client) => client.send(new ListObjectsCommand({ ...listed, Marker: 'm' })),
  'list, version 2': (client) =>
    client.send(
      new ListObjectsV2Command({ ...listed, FetchOwner: true, ContinuationToken: 'c+', StartAfter: 's' }),
    ),
  parts: (client) => client.send(new ListPartsCommand({ ...upload, PartNumberMarker: '2', MaxParts: 7 })),
  put: (client) =>
    client.send(new PutObjectCommand({ ...object, Metadata, Body, ChecksumCRC32, IfNoneMatch })),
  'put of text': (client) =>
    client.send(new PutObjectCommand({ ...object, Body: 'text', ContentType: 'text/plain' })),
  part: (client) => client.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body, ChecksumCRC32 })),
  'copy of a part': (client) => client.send(new UploadPartCopyCommand(copied)),
}

describe.each(Object.entries(requests))('%s', (_, request) => {
  test.each([amazon, standIn])('signs the same request as the client of the SDK, to %j', async (address) => {
    const { theirs, ours } = await withBoth(address, { statusCode: 200 }, request)
    expect(ours.sent).toHaveLength(1)
    expect(ours.sent[0]).toMatchObject({ headers: { authorization: expect.stringContaining('Signature=') } })
    expect(ours.sent).toEqual(theirs.sent)
  })
})

const accessPoint = (region: string) => `arn:aws:s3:${region}:123456789012:accesspoint/coaches`
const regions = ['eu-central-1', 'us-east-1', 'us-gov-west-1', 'cn-north-1']
const buckets = ['files', 'my.files', 'MyFiles', 'my_files', 'fi', '1.2.3.4']

test.each([
  ...regions.flatMap((region) =>
    [...buckets, accessPoint(region)].map((bucket) => [region, bucket] as const),
  ),
  ['eu-central-1', accessPoint('eu-west-1')] as const,
])('in %s, addresses the bucket %s like the client of the SDK', async (region, Bucket) => {
  const request = (client: S3Client) => client.send(new HeadObjectCommand({ Bucket, Key: 'k' }))
  const { theirs, ours } = await withBoth({ region }, { statusCode: 200 }, request)
  expect(ours.sent).toHaveLength(1)
  expect(ours.sent).toEqual(theirs.sent)
})

test.each(['arn:aws:s3-outposts:us-east-1:123456789012:outpost/op-1/accesspoint/a', 'arn:aws:s3:::files'])(
  'refuses a service that is not used here: %s',
  async (Bucket) => {
    const request = (client: S3Client) => client.send(new HeadObjectCommand({ Bucket, Key: 'k' }))
    const { ours } = await withBoth(amazon, { statusCode: 200 }, request)
    expect([ours.sent, ours.error?.message]).toEqual([[], `Neither a bucket nor an access point: ${Bucket}`])
  },
)

test.each([amazon, standIn])('presigns the same address as the client of the SDK, to %j', async (address) => {
  const { theirs, ours } = await withBoth(address, { statusCode: 200 }, (client) =>
    getSignedUrl(client, new GetObjectCommand({ ...object, ResponseContentType: 'video/mp4' }), {
      expiresIn: 900,
      signingDate: time,
    }),
  )
  expect(ours.result).toMatch(/X-Amz-Signature=/)
  expect(ours.result).toBe(theirs.result)
})
