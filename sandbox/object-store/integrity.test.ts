import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import {
  ChecksumAlgorithm,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sign } from './signature/signing-key.ts'
import { refusal } from './testing/refusal.ts'
import { ana, bucket, type RunningStore, startObjectStore } from './testing/running-store.ts'
import { signHeaders } from './testing/signed-headers.ts'

let store: RunningStore
/** Adds a CRC32 to everything, as the SDK does unless told otherwise. */
let client: S3Client
/** Sends what it is given and nothing more. */
let plainClient: S3Client

beforeAll(async () => {
  store = await startObjectStore()
  client = store.clientOf(ana)
  plainClient = store.clientOf(ana, { requestChecksumCalculation: 'WHEN_REQUIRED' })
})

afterAll(async () => {
  await store.stop()
  store.remove()
})

const files = (folder: 'blobs' | 'incoming') => readdirSync(join(store.directory, folder))

const base64 = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('base64')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const crcOf = (text: string) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(text))
  return bytes.toString('base64')
}

const put = (by: S3Client, input: Partial<PutObjectCommandInput>) =>
  by.send(new PutObjectCommand({ Bucket: bucket, Key: 'public/checked', Body: 'text', ...input }))

const read = async (Key: string) => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }))
  return Body?.transformToString()
}

describe('a body is refused, and nothing of it kept, when', () => {
  test.each<[name: string, input: Partial<PutObjectCommandInput>, expected: string]>([
    ['its MD5 is another', { ContentMD5: base64('md5', 'other') }, '400 BadDigest'],
    ['its MD5 is none', { ContentMD5: 'nonsense' }, '400 InvalidDigest'],
    ['its CRC32 is another', { ChecksumCRC32: crcOf('other') }, '400 BadDigest'],
    ['its CRC32 is none', { ChecksumCRC32: 'nonsense' }, '400 InvalidRequest'],
    ['its SHA-1 is another', { ChecksumSHA1: base64('sha1', 'other') }, '400 BadDigest'],
    ['its SHA-256 is another', { ChecksumSHA256: base64('sha256', 'other') }, '400 BadDigest'],
    ['its checksum is of an unknown kind', { ChecksumCRC32C: 'AAAAAA==' }, '501 NotImplemented'],
    [
      'it has two checksums',
      { ChecksumCRC32: crcOf('text'), ChecksumSHA1: base64('sha1', 'text') },
      '400 InvalidRequest',
    ],
  ])('%s', async (_name, input, expected) => {
    const before = files('blobs')
    expect(await refusal(put(plainClient, input))).toBe(expected)
    expect(files('blobs')).toEqual(before)
    expect(files('incoming')).toEqual([])
  })
})

test.each<[name: string, input: Partial<PutObjectCommandInput>, found: object]>([
  ['MD5', { ContentMD5: base64('md5', 'text') }, {}],
  ['CRC32', { ChecksumCRC32: crcOf('text') }, { ChecksumCRC32: crcOf('text') }],
  ['SHA-1', { ChecksumSHA1: base64('sha1', 'text') }, { ChecksumSHA1: base64('sha1', 'text') }],
  ['SHA-256', { ChecksumSHA256: base64('sha256', 'text') }, { ChecksumSHA256: base64('sha256', 'text') }],
])('a right %s is accepted, and told to readers who ask', async (_name, input, found) => {
  expect(await put(plainClient, input)).toMatchObject(found)
  const target = { Bucket: bucket, Key: 'public/checked' }
  const asked = await client.send(new HeadObjectCommand({ ...target, ChecksumMode: 'ENABLED' }))
  expect(asked).toMatchObject(found)
  const unasked = await client.send(new HeadObjectCommand(target))
  expect(Object.keys(unasked).some((name) => name.startsWith('Checksum'))).toBe(false)
})

test.each([ChecksumAlgorithm.CRC32, ChecksumAlgorithm.SHA1, ChecksumAlgorithm.SHA256])(
  'a stream whose %s comes in a trailer is decoded and checked',
  async (ChecksumAlgorithm) => {
    const pieces = Array.from({ length: 50 }, (_, at) => Buffer.alloc(10_000 + at, String(at)))
    const whole = Buffer.concat(pieces)
    const Body = Readable.from(pieces)
    await put(client, { Key: 'public/streamed', Body, ContentLength: whole.length, ChecksumAlgorithm })
    const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: 'public/streamed' }))
    expect(found.ContentEncoding).toBeUndefined()
    expect(Buffer.from((await found.Body?.transformToByteArray()) ?? []).equals(whole)).toBe(true)
  },
)

type Chunked = { payloadHash: string; body: string; length: number; headers?: Record<string, string> }

const putChunked = async ({ payloadHash, body, length, headers = {} }: Chunked, sealed = body) => {
  const url = `${store.endpoint}/${bucket}/public/chunked`
  const signed = signHeaders({
    method: 'PUT',
    url,
    payloadHash,
    headers: {
      'content-encoding': 'aws-chunked',
      'x-amz-decoded-content-length': String(length),
      ...headers,
    },
  })
  const response = await fetch(url, { method: 'PUT', headers: signed.headers, body: sealed })
  return /<Code>(\w+)</.exec(await response.text())?.[1] ?? response.status
}

const unsigned = {
  payloadHash: 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
  headers: { 'x-amz-trailer': 'x-amz-checksum-crc32' },
  length: 4,
}

test.each([
  ['is right', `4\r\ntext\r\n0\r\nx-amz-checksum-crc32:${crcOf('text')}\r\n\r\n`, 200],
  ['comes in two chunks', `1\r\nt\r\n3\r\next\r\n0\r\nx-amz-checksum-crc32:${crcOf('text')}\r\n\r\n`, 200],
  ['has a wrong checksum', `4\r\ntext\r\n0\r\nx-amz-checksum-crc32:${crcOf('other')}\r\n\r\n`, 'BadDigest'],
  ['lacks its trailer', '4\r\ntext\r\n0\r\n\r\n', 'InvalidRequest'],
  [
    'is longer than told',
    `5\r\ntexts\r\n0\r\nx-amz-checksum-crc32:${crcOf('texts')}\r\n\r\n`,
    'IncompleteBody',
  ],
  ['is shorter than told', `3\r\ntex\r\n0\r\nx-amz-checksum-crc32:${crcOf('tex')}\r\n\r\n`, 'IncompleteBody'],
  ['ends too early', '4\r\nte', 'IncompleteBody'],
  ['is not chunked at all', 'text\r\n', 'InvalidRequest'],
])('an unsigned chunked body that %s', async (_name, body, expected) => {
  expect(await putChunked({ ...unsigned, body })).toBe(expected)
  expect(files('incoming')).toEqual([])
})

test('a chunked body that does not tell its length is refused', async () => {
  const url = `${store.endpoint}/${bucket}/public/chunked`
  const { headers } = signHeaders({ method: 'PUT', url, payloadHash: unsigned.payloadHash })
  const response = await fetch(url, { method: 'PUT', headers, body: '0\r\n\r\n' })
  expect(response.status).toBe(411)
})

describe('a signed chunked body', () => {
  const nothing = sha256('')
  const url = () => `${store.endpoint}/${bucket}/public/signed-chunks`

  /** Sends chunks signed one after the other, changed by `tamper` after signing. */
  const send = async (hasTrailer: boolean, tamper: (body: string) => string = (body) => body) => {
    const payloadHash = `STREAMING-AWS4-HMAC-SHA256-PAYLOAD${hasTrailer ? '-TRAILER' : ''}`
    const trailer = { 'x-amz-trailer': 'x-amz-checksum-crc32' }
    const { headers, seal } = signHeaders({
      method: 'PUT',
      url: url(),
      payloadHash,
      headers: { 'x-amz-decoded-content-length': '11', ...(hasTrailer ? trailer : {}) },
    })
    let previous = seal.signature
    const signNext = (kind: string, lines: string[]) => {
      previous = sign(
        seal.key,
        [`AWS4-HMAC-SHA256-${kind}`, seal.time, seal.scope, previous, ...lines].join('\n'),
      )
      return previous
    }
    const chunk = (text: string) =>
      `${text.length.toString(16)};chunk-signature=${signNext('PAYLOAD', [nothing, sha256(text)])}\r\n${text}`
    const line = `x-amz-checksum-crc32:${crcOf('hello world')}`
    const chunks = `${chunk('hello ')}\r\n${chunk('world')}\r\n${chunk('')}`
    const body = hasTrailer
      ? `${chunks}${line}\r\nx-amz-trailer-signature:${signNext('TRAILER', [sha256(`${line}\n`)])}\r\n\r\n`
      : `${chunks}\r\n`
    const response = await fetch(url(), { method: 'PUT', headers, body: tamper(body) })
    return /<Code>(\w+)</.exec(await response.text())?.[1] ?? response.status
  }

  test.each([false, true])('is accepted (with trailer: %s)', async (hasTrailer) => {
    expect(await send(hasTrailer)).toBe(200)
    expect(await read('public/signed-chunks')).toBe('hello world')
  })

  test.each<[name: string, tamper: (body: string) => string]>([
    ['a changed chunk', (body) => body.replace('world', 'w0rld')],
    [
      'a changed signature',
      (body) => body.replace(/(?<=chunk-signature=)./, (digit) => (digit === '0' ? '1' : '0')),
    ],
    ['an unsigned chunk', (body) => body.replace(/;chunk-signature=\w+/, '')],
    ['a changed trailer', (body) => body.replace(crcOf('hello world'), crcOf('hello w0rld'))],
    ['an unsigned trailer', (body) => body.replace(/x-amz-trailer-signature:\w+\r\n/, '')],
  ])('is refused for %s', async (_name, tamper) => {
    expect(await send(true, tamper)).toBe('SignatureDoesNotMatch')
    expect(files('incoming')).toEqual([])
  })
})

describe('an upload that is cut off', () => {
  const open = async (key: string): Promise<ClientRequest> => {
    const url = await getSignedUrl(plainClient, new PutObjectCommand({ Bucket: bucket, Key: key }))
    const sending = request(url, { method: 'PUT', headers: { 'content-length': 50_000_000 } })
    sending.on('error', () => undefined)
    return sending
  }

  test('leaves nothing behind', async () => {
    const before = files('blobs')
    const sending = await open('public/cut-off')
    sending.write(Buffer.alloc(5_000_000))
    await vi.waitFor(() => expect(files('incoming')).toHaveLength(1))
    sending.destroy()
    await vi.waitFor(() => expect(files('incoming')).toEqual([]))
    expect(files('blobs')).toEqual(before)
    expect(await refusal(read('public/cut-off'))).toBe('404 NoSuchKey')
  })

  test('does not touch the object it would have replaced', async () => {
    await put(client, { Key: 'public/stays', Body: 'old' })
    const sending = await open('public/stays')
    sending.write(Buffer.alloc(5_000_000))
    await vi.waitFor(() => expect(files('incoming')).toHaveLength(1))
    expect(await read('public/stays')).toBe('old')
    sending.destroy()
    await vi.waitFor(() => expect(files('incoming')).toEqual([]))
    expect(await read('public/stays')).toBe('old')
  })
})

test('a refused request gets its answer however much it still has to send', async () => {
  const url = `${store.endpoint}/${bucket}/private/somebody/else`
  const { headers } = signHeaders({ method: 'PUT', url, payloadHash: 'UNSIGNED-PAYLOAD' })
  const body = new Uint8Array(30 * 1024 * 1024)
  for (let times = 0; times < 3; times += 1) {
    const response = await fetch(url, { method: 'PUT', headers, body })
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('AccessDenied')
  }
})
