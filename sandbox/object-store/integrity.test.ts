import { createHash } from 'node:crypto'
import { type ClientRequest, request } from 'node:http'
import { Readable } from 'node:stream'
import {
  ChecksumAlgorithm,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { describe, expect, test } from 'vitest'
import { computeCrc } from './testing/digests.ts'
import { objectCalls } from './testing/object-calls.ts'
import { readError } from './testing/read-error.ts'
import { ana, bucket, shelf } from './testing/running-store.ts'
import { signHeaders } from './testing/signed-headers.ts'
import { storeForFile } from './testing/store-for-file.ts'

const { running, send, filesIn } = storeForFile()
const { read } = objectCalls(send)

const plainClient = () => running().createClient(ana, { requestChecksumCalculation: 'WHEN_REQUIRED' })

/** Sends a command without additions. `send` adds a CRC32 to everything, as the SDK does by default. */
const sendPlain = ((command: never) => plainClient().send(command)) as S3Client['send']

const base64 = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('base64')

const crc = (text: string) => computeCrc(text).toString('base64')

const put = (by: S3Client['send'], input: Partial<PutObjectCommandInput>) =>
  by(new PutObjectCommand({ Bucket: bucket, Key: `${shelf}checked`, Body: 'text', ...input }))

describe('refuses a body, and stores nothing of it, when', () => {
  test.each<[name: string, input: Partial<PutObjectCommandInput>, expected: string]>([
    ['its MD5 is another', { ContentMD5: base64('md5', 'other') }, '400 BadDigest'],
    ['its MD5 is none', { ContentMD5: 'nonsense' }, '400 InvalidDigest'],
    ['its CRC32 is another', { ChecksumCRC32: crc('other') }, '400 BadDigest'],
    ['its CRC32 is none', { ChecksumCRC32: 'nonsense' }, '400 InvalidRequest'],
    ['its SHA-1 is another', { ChecksumSHA1: base64('sha1', 'other') }, '400 BadDigest'],
    ['its SHA-256 is another', { ChecksumSHA256: base64('sha256', 'other') }, '400 BadDigest'],
    ['its checksum is of an unknown kind', { ChecksumCRC32C: 'AAAAAA==' }, '501 NotImplemented'],
    [
      'it has two checksums',
      { ChecksumCRC32: crc('text'), ChecksumSHA1: base64('sha1', 'text') },
      '400 InvalidRequest',
    ],
  ])('%s', async (_name, input, expected) => {
    const before = filesIn('blobs')
    expect(await readError(put(sendPlain, input))).toBe(expected)
    expect(filesIn('blobs')).toEqual(before)
    expect(filesIn('incoming')).toEqual([])
  })
})

test.each<[name: string, input: Partial<PutObjectCommandInput>, found: object]>([
  ['MD5', { ContentMD5: base64('md5', 'text') }, {}],
  ['CRC32', { ChecksumCRC32: crc('text') }, { ChecksumCRC32: crc('text') }],
  ['SHA-1', { ChecksumSHA1: base64('sha1', 'text') }, { ChecksumSHA1: base64('sha1', 'text') }],
  ['SHA-256', { ChecksumSHA256: base64('sha256', 'text') }, { ChecksumSHA256: base64('sha256', 'text') }],
])('accepts a right %s, and sends it to readers who request it', async (_name, input, found) => {
  expect(await put(sendPlain, input)).toMatchObject(found)
  const target = { Bucket: bucket, Key: `${shelf}checked` }
  const read = await send(new HeadObjectCommand({ ...target, ChecksumMode: 'ENABLED' }))
  expect(read).toMatchObject(found)
  const unasked = await send(new HeadObjectCommand(target))
  expect(Object.keys(unasked).some((name) => name.startsWith('Checksum'))).toBe(false)
})

test.each([ChecksumAlgorithm.CRC32, ChecksumAlgorithm.SHA1, ChecksumAlgorithm.SHA256])(
  'decodes and checks a stream whose %s comes in a trailer',
  async (ChecksumAlgorithm) => {
    const pieces = Array.from({ length: 50 }, (_, at) => Buffer.alloc(10_000 + at, String(at)))
    const whole = Buffer.concat(pieces)
    const Body = Readable.from(pieces)
    await put(send, { Key: `${shelf}streamed`, Body, ContentLength: whole.length, ChecksumAlgorithm })
    const found = await send(new GetObjectCommand({ Bucket: bucket, Key: `${shelf}streamed` }))
    expect(found.ContentEncoding).toBeUndefined()
    expect(Buffer.from((await found.Body?.transformToByteArray()) ?? []).equals(whole)).toBe(true)
  },
)

describe('an interrupted upload', () => {
  const open = async (key: string): Promise<ClientRequest> => {
    const url = await getSignedUrl(plainClient(), new PutObjectCommand({ Bucket: bucket, Key: key }))
    const sending = request(url, { method: 'PUT', headers: { 'content-length': 50_000_000 } })
    sending.on('error', () => undefined)
    return sending
  }

  test('leaves nothing behind', async () => {
    const before = filesIn('blobs')
    const sending = await open(`${shelf}cut-off`)
    sending.write(Buffer.alloc(5_000_000))
    await expect.poll(() => filesIn('incoming')).toHaveLength(1)
    sending.destroy()
    await expect.poll(() => filesIn('incoming')).toEqual([])
    expect(filesIn('blobs')).toEqual(before)
    expect(await readError(read(`${shelf}cut-off`))).toBe('404 NoSuchKey')
  })

  test('does not touch the object that it would have replaced', async () => {
    await put(send, { Key: `${shelf}stays`, Body: 'old' })
    const sending = await open(`${shelf}stays`)
    sending.write(Buffer.alloc(5_000_000))
    await expect.poll(() => filesIn('incoming')).toHaveLength(1)
    expect(await read(`${shelf}stays`)).toBe('old')
    sending.destroy()
    await expect.poll(() => filesIn('incoming')).toEqual([])
    expect(await read(`${shelf}stays`)).toBe('old')
  })
})

test('responds to a refused request however much it still has to send', async () => {
  const url = `${running().endpoint}/${bucket}/private/somebody/else`
  const { headers } = signHeaders({ method: 'PUT', url, payloadHash: 'UNSIGNED-PAYLOAD' })
  const body = new Uint8Array(30 * 1024 * 1024)
  for (let times = 0; times < 3; times += 1) {
    const response = await fetch(url, { method: 'PUT', headers, body })
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('AccessDenied')
  }
})
