import {
  CompleteMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
} from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { amazon, withBoth, type Reply } from '../testing/both-clients.ts'
import type { S3Client } from './s3-client.ts'
import { refusal } from '../testing/connected-transport.ts'

const object = { Bucket: 'files', Key: 'k' }
const upload = { ...object, UploadId: 'u' }

const head = (client: S3Client) => client.send(new HeadObjectCommand(object))
const parts = (client: S3Client) => client.send(new ListPartsCommand(upload))
const list = (client: S3Client) => client.send(new ListObjectsV2Command(object))
const complete = (client: S3Client) => client.send(new CompleteMultipartUploadCommand(upload))
const get = async (client: S3Client) => {
  const { Body, ...rest } = await client.send(new GetObjectCommand(object))
  return { ...rest, text: await Body?.transformToString() }
}

const xml = (name: string, content: string) => `<?xml version="1.0"?>\n<${name}>${content}</${name}>`
const listedPart = '<Part><PartNumber>1</PartNumber><ETag>&quot;a&quot;</ETag><Size>7</Size></Part>'
const listedObject =
  '<Contents><Key>ä &amp; b</Key><LastModified>2026-06-01T12:00:00.000Z</LastModified></Contents>'
const prefixes =
  '<CommonPrefixes><Prefix>a/</Prefix></CommonPrefixes><CommonPrefixes><Prefix>b/</Prefix></CommonPrefixes>'
const found = {
  'content-length': '7',
  'content-type': 'video/mp4',
  etag: '"a"',
  'last-modified': 'Mon, 01 Jun 2026 12:00:00 GMT',
  'x-amz-meta-upload': 'task-1',
  'x-amz-request-id': 'id',
}
const skewed = refusal('RequestTimeTooSkewed', '<ServerTime>2026-06-01T14:00:00Z</ServerTime>')

test.each<[string, (client: S3Client) => Promise<unknown>, Reply]>([
  ['an object', head, { statusCode: 200, headers: found }],
  ['the bytes of an object', get, { statusCode: 206, headers: found, body: 'bytes' }],
  ['parts', parts, { statusCode: 200, body: xml('ListPartsResult', listedPart.repeat(2)) }],
  ['one part', parts, { statusCode: 200, body: xml('ListPartsResult', listedPart) }],
  ['no parts', parts, { statusCode: 200, body: xml('ListPartsResult', '') }],
  ['files and folders', list, { statusCode: 200, body: xml('ListBucketResult', listedObject + prefixes) }],
  ['a list that is cut', list, { statusCode: 200, body: xml('ListBucketResult', listedObject).slice(0, -9) }],
  ['an upload that is complete', complete, { statusCode: 200, body: xml('R', '<ETag>"e"</ETag>') }],
  ['an error behind a 200', complete, { statusCode: 200, body: refusal('InternalError') }],
  ['nothing behind a 200', complete, { statusCode: 200 }],
  ['a refusal with a type of its own', parts, { statusCode: 404, body: refusal('NoSuchUpload') }],
  ['a refusal without one', list, { statusCode: 403, headers: found, body: refusal('AccessDenied') }],
  ['a refusal without a body', head, { statusCode: 404 }],
  ['a page of the Wi-Fi', list, { statusCode: 511, body: '<html><br></html>' }],
  [
    'another region',
    list,
    { statusCode: 301, headers: { 'x-amz-bucket-region': 'us-west-2' }, body: refusal('PermanentRedirect') },
  ],
  ['a wrong clock', list, { statusCode: 403, body: skewed }],
  [
    'the time of the store',
    head,
    { statusCode: 200, headers: { ...found, date: 'Mon, 01 Jun 2026 12:00:00 GMT' } },
  ],
])('reads %s like the client of the SDK', async (_, request, reply) => {
  const { theirs, ours } = await withBoth(amazon, reply, request)
  const read = ({ result, error }: typeof ours) => {
    const { attempts: _attempts, totalRetryDelay: _delay, ...metadata } = Object(result).$metadata ?? {}
    return { ...Object(result), $metadata: metadata, name: error?.name, message: error?.message }
  }
  expect(read(ours)).toEqual(read(theirs))
  // Both clients read the device's clock, one after the other.
  expect(Math.abs(ours.clockOffset - theirs.clockOffset)).toBeLessThan(60_000)
})

test('an invalid date of expiry fails nothing', async () => {
  const { ours } = await withBoth(amazon, { statusCode: 200, headers: { ...found, expires: 'soon' } }, head)
  expect(ours.result).toMatchObject({ ContentLength: 7, ETag: '"a"' })
})
