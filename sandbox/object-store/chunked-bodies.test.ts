import { describe, expect, test } from 'vitest'
import { sign } from '../../node/aws-signature.ts'
import { computeCrc, sha256 } from './testing/digests.ts'
import { objectCalls } from './testing/object-calls.ts'
import { bucket, shelf } from './testing/running-store.ts'
import { signHeaders } from './testing/signed-headers.ts'
import { storeForFile } from './testing/store-for-file.ts'

const { running, send, filesIn } = storeForFile()
const { read } = objectCalls(send)

const crc = (text: string) => computeCrc(text).toString('base64')

type Chunked = { payloadHash: string; body: string; length: number; headers?: Record<string, string> }

const putChunked = async ({ payloadHash, body, length, headers = {} }: Chunked, sealed = body) => {
  const url = `${running().endpoint}/${bucket}/${shelf}chunked`
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
  ['is right', `4\r\ntext\r\n0\r\nx-amz-checksum-crc32:${crc('text')}\r\n\r\n`, 200],
  ['comes in two chunks', `1\r\nt\r\n3\r\next\r\n0\r\nx-amz-checksum-crc32:${crc('text')}\r\n\r\n`, 200],
  ['has a wrong checksum', `4\r\ntext\r\n0\r\nx-amz-checksum-crc32:${crc('other')}\r\n\r\n`, 'BadDigest'],
  ['lacks its trailer', '4\r\ntext\r\n0\r\n\r\n', 'InvalidRequest'],
  [
    'is longer than declared',
    `5\r\ntexts\r\n0\r\nx-amz-checksum-crc32:${crc('texts')}\r\n\r\n`,
    'IncompleteBody',
  ],
  [
    'is shorter than declared',
    `3\r\ntex\r\n0\r\nx-amz-checksum-crc32:${crc('tex')}\r\n\r\n`,
    'IncompleteBody',
  ],
  ['ends too early', '4\r\nte', 'IncompleteBody'],
  ['is not chunked at all', 'text\r\n', 'InvalidRequest'],
])('an unsigned chunked body that %s', async (_name, body, expected) => {
  expect(await putChunked({ ...unsigned, body })).toBe(expected)
  expect(filesIn('incoming')).toEqual([])
})

test('refuses a chunked body that does not state its length', async () => {
  const url = `${running().endpoint}/${bucket}/${shelf}chunked`
  const { headers } = signHeaders({ method: 'PUT', url, payloadHash: unsigned.payloadHash })
  const response = await fetch(url, { method: 'PUT', headers, body: '0\r\n\r\n' })
  expect(response.status).toBe(411)
})

describe('a signed chunked body', () => {
  const nothing = sha256('').toString('hex')
  const url = () => `${running().endpoint}/${bucket}/${shelf}signed-chunks`

  /** Sends chunks with chained signatures. `tamper` changes the body after signing. */
  const send = async (hasTrailer: boolean, tamper: (body: string) => string = (body) => body) => {
    const payloadHash = `STREAMING-AWS4-HMAC-SHA256-PAYLOAD${hasTrailer ? '-TRAILER' : ''}`
    const trailer = { 'x-amz-trailer': 'x-amz-checksum-crc32' }
    const { headers, chunkSigning } = signHeaders({
      method: 'PUT',
      url: url(),
      payloadHash,
      headers: { 'x-amz-decoded-content-length': '11', ...(hasTrailer ? trailer : {}) },
    })
    let previous = chunkSigning.signature
    const signNext = (kind: string, lines: string[]) => {
      previous = sign(
        chunkSigning.key,
        [`AWS4-HMAC-SHA256-${kind}`, chunkSigning.time, chunkSigning.scope, previous, ...lines].join('\n'),
      )
      return previous
    }
    const chunk = (text: string) =>
      `${text.length.toString(16)};chunk-signature=${signNext('PAYLOAD', [nothing, sha256(text).toString('hex')])}\r\n${text}`
    const line = `x-amz-checksum-crc32:${crc('hello world')}`
    const chunks = `${chunk('hello ')}\r\n${chunk('world')}\r\n${chunk('')}`
    const body = hasTrailer
      ? `${chunks}${line}\r\nx-amz-trailer-signature:${signNext('TRAILER', [sha256(`${line}\n`).toString('hex')])}\r\n\r\n`
      : `${chunks}\r\n`
    const response = await fetch(url(), { method: 'PUT', headers, body: tamper(body) })
    return /<Code>(\w+)</.exec(await response.text())?.[1] ?? response.status
  }

  test.each([false, true])('is accepted (with trailer: %s)', async (hasTrailer) => {
    expect(await send(hasTrailer)).toBe(200)
    expect(await read(`${shelf}signed-chunks`)).toBe('hello world')
  })

  test.each<[name: string, tamper: (body: string) => string]>([
    ['a changed chunk', (body) => body.replace('world', 'w0rld')],
    [
      'a changed signature',
      (body) => body.replace(/(?<=chunk-signature=)./, (digit) => (digit === '0' ? '1' : '0')),
    ],
    ['an unsigned chunk', (body) => body.replace(/;chunk-signature=\w+/, '')],
    ['a changed trailer', (body) => body.replace(crc('hello world'), crc('hello w0rld'))],
    ['an unsigned trailer', (body) => body.replace(/x-amz-trailer-signature:\w+\r\n/, '')],
  ])('is refused for %s', async (_name, tamper) => {
    expect(await send(true, tamper)).toBe('SignatureDoesNotMatch')
    expect(filesIn('incoming')).toEqual([])
  })
})
