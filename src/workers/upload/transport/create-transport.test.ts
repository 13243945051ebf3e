import { describe, expect, test } from 'vitest'
import { fail, ok } from '../../../lib/result.ts'
import type { CredentialsSource } from '../contract.ts'
import { createCredentials } from './credentials.ts'
import { createSender } from './create-sender.ts'
import { createTransport } from './create-transport.ts'

type Reply = { status: number; headers?: Record<string, string>; xml?: string } | Error
type Asked = { method: string; query: Record<string, string>; headers: Record<string, string> }

const start = Date.parse('2026-06-01T12:00:00Z')
const { signal } = new AbortController()

/** A transport whose requests are answered from a list, in order; the last answer is given again and again. */
const connect = (...replies: Reply[]) => {
  const asked: Asked[] = []
  const fresh: boolean[] = []
  const source: CredentialsSource = async (isFresh) => {
    fresh.push(isFresh)
    return ok({
      identityId: 'us-east-1:ana',
      accessKeyId: `KEY${fresh.length}`,
      secretAccessKey: 'secret',
      sessionToken: `token-${fresh.length}`,
      expiration: start + 3_600_000,
    })
  }
  const now = () => start
  const sender = createSender({
    address: { region: 'us-east-1', bucket: 'files', endpoint: 'http://storage.example' },
    credentials: createCredentials(source, now),
    now,
    requestHandler: {
      handle: async (request: Asked) => {
        asked.push(request)
        const reply = replies.length > 1 ? replies.shift() : replies[0]
        if (!reply || reply instanceof Error) throw reply ?? new Error('no answer planned')
        const { status: statusCode, headers = {}, xml = '' } = reply
        return { response: { statusCode, headers, body: new Blob([xml]).stream() } }
      },
      updateHttpClientConfig: () => undefined,
      httpHandlerConfigs: () => ({}),
    },
  })
  return { transport: createTransport(sender, 'files'), asked, fresh, client: sender.client }
}

const refusal = (code: string, more = '') =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message>${more}</Error>`
const part = { key: 'k', uploadId: 'u', number: 1, body: new Blob(['x']), checksum: 'AAAAAA==' }
const stored = { status: 200, headers: { etag: '"e"' } }

test('a part carries its CRC32 and an unsigned body', async () => {
  const { transport, asked } = connect(stored)
  expect(await transport.sendPart(part, { signal })).toEqual(ok({ eTag: '"e"' }))
  expect(asked[0]?.headers).toMatchObject({
    'x-amz-checksum-crc32': 'AAAAAA==',
    'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
    'x-amz-security-token': 'token-1',
  })
})

test('a hidden ETag stops at the first part, with a reason of its own', async () => {
  const { transport } = connect({ status: 200 })
  expect(await transport.sendPart(part, { signal })).toEqual(fail({ kind: 'refused', code: 'HiddenETag' }))
})

test('all pages of the stored parts are read', async () => {
  const page = (number: number, next?: number) => ({
    status: 200,
    xml: `<ListPartsResult><IsTruncated>${next !== undefined}</IsTruncated>${next ? `<NextPartNumberMarker>${next}</NextPartNumberMarker>` : ''}<Part><PartNumber>${number}</PartNumber><ETag>"${number}"</ETag><Size>5</Size><ChecksumCRC32>AAAAAA==</ChecksumCRC32></Part></ListPartsResult>`,
  })
  const { transport, asked } = connect(page(1, 1), page(2, 2), page(3))
  const parts = await transport.listParts('k', 'u', { signal })
  expect(parts.ok && parts.value.map(({ number }) => number)).toEqual([1, 2, 3])
  expect(parts.ok && parts.value[0]).toEqual({ number: 1, eTag: '"1"', size: 5, checksum: 'AAAAAA==' })
  expect(asked.map(({ query }) => query['part-number-marker'])).toEqual([undefined, '1', '2'])
})

test('all open uploads of a key are found, and none of a key that only begins like it', async () => {
  const upload = (key: string, id: string) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`
  const page = (uploads: string, next = '') => ({
    status: 200,
    xml: `<ListMultipartUploadsResult><IsTruncated>${next !== ''}</IsTruncated><NextKeyMarker>k</NextKeyMarker><NextUploadIdMarker>${next}</NextUploadIdMarker>${uploads}</ListMultipartUploadsResult>`,
  })
  const { transport, asked } = connect(
    page(upload('k', '1') + upload('k', '2'), '2'),
    page(upload('k', '3') + upload('k.mp4', '4')),
  )
  expect(await transport.listUploads('k')).toEqual(ok(['1', '2', '3']))
  expect(asked.map(({ query }) => [query['prefix'], query['upload-id-marker']])).toEqual([
    ['k', undefined],
    ['k', '2'],
  ])
})

test('without a type, the default of the specification is stored', async () => {
  const { transport, asked } = connect(stored)
  await transport.put({ ...part, type: '' }, { signal })
  expect(asked[0]?.headers['content-type']).toBe('binary/octet-stream')
})

describe('what a failure means', () => {
  const named = (name: string) => Object.assign(new Error(name), { name })
  test.each<[string, Reply, unknown]>([
    ['503 SlowDown', { status: 503, xml: refusal('SlowDown') }, { kind: 'busy', code: 'SlowDown' }],
    [
      'Retry-After in seconds',
      { status: 503, headers: { 'retry-after': '7' }, xml: refusal('SlowDown') },
      { kind: 'busy', code: 'SlowDown', retryAfter: 7000 },
    ],
    [
      'Retry-After as a date',
      {
        status: 503,
        headers: { 'retry-after': 'Mon, 01 Jun 2026 12:00:30 GMT' },
        xml: refusal('ServiceUnavailable'),
      },
      { kind: 'busy', code: 'ServiceUnavailable', retryAfter: 30_000 },
    ],
    [
      '400 RequestTimeout',
      { status: 400, xml: refusal('RequestTimeout') },
      { kind: 'busy', code: 'RequestTimeout' },
    ],
    ['400 BadDigest', { status: 400, xml: refusal('BadDigest') }, { kind: 'busy', code: 'BadDigest' }],
    ['404 NoSuchUpload', { status: 404, xml: refusal('NoSuchUpload') }, { kind: 'no-such-upload' }],
    [
      '404 NoSuchBucket',
      { status: 404, xml: refusal('NoSuchBucket') },
      { kind: 'refused', code: 'NoSuchBucket' },
    ],
    [
      '403 AccessDenied',
      { status: 403, xml: refusal('AccessDenied') },
      { kind: 'refused', code: 'AccessDenied' },
    ],
    ['429', { status: 429, xml: refusal('TooMany') }, { kind: 'busy', code: 'TooMany' }],
    ['507', { status: 507, xml: refusal('InsufficientStorage') }, { kind: 'storage-full' }],
    ['no connection', named('Unreachable'), { kind: 'unreachable' }],
    ['a stall', named('Stalled'), { kind: 'stalled' }],
    ['our own cut', named('AbortError'), { kind: 'aborted' }],
  ])('%s', async (_, reply, failure) => {
    const { transport } = connect(reply)
    expect(await transport.sendPart(part, { signal })).toEqual(fail(failure))
  })

  test('a Complete of 200 with an Error inside is a failure', async () => {
    const { transport } = connect({ status: 200, xml: refusal('InternalError') })
    expect(await transport.complete('k', 'u', [])).toEqual(fail({ kind: 'busy', code: 'InternalError' }))
  })

  test('a Complete of 200 with nothing inside is one that S3 aborted', async () => {
    const { transport } = connect({ status: 200, xml: '' })
    expect(await transport.complete('k', 'u', [])).toEqual(fail({ kind: 'busy', code: 'InternalError' }))
  })

  test('a HEAD of nothing is "not found"', async () => {
    const { transport } = connect({ status: 404 })
    expect(await transport.head('k')).toEqual(fail({ kind: 'not-found', code: 'NotFound' }))
  })
})

describe('credentials that expire', () => {
  const expired = { status: 400, xml: refusal('ExpiredToken') }

  test('are renewed, and the request is done again with the new ones', async () => {
    const { transport, asked, fresh } = connect(expired, stored)
    expect((await transport.sendPart(part, { signal })).ok).toBe(true)
    expect(fresh).toEqual([false, true])
    expect(asked.map(({ headers }) => headers['x-amz-security-token'])).toEqual(['token-1', 'token-2'])
  })

  test('are renewed once for all who wait', async () => {
    const { transport, fresh } = connect(expired, expired, expired, stored)
    const answers = await Promise.all(
      [1, 2, 3].map((number) => transport.sendPart({ ...part, number }, { signal })),
    )
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(fresh).toEqual([false, true])
  })

  test('cost only the refused part a second try', async () => {
    const { transport, asked } = connect(expired, stored)
    const numbers = [1, 2, 3]
    await Promise.all(numbers.map((number) => transport.sendPart({ ...part, number }, { signal })))
    const again = asked.slice(numbers.length).map(({ query }) => query['partNumber'])
    expect(again).toEqual(['1'])
  })

  test('that are refused again need the person', async () => {
    const { transport } = connect(expired)
    expect(await transport.sendPart(part, { signal })).toEqual(fail({ kind: 'sign-in-needed' }))
  })
})

describe('a wrong clock', () => {
  const serverTime = new Date(Date.now() + 2 * 3_600_000)
  const skewed = {
    status: 403,
    xml: refusal('RequestTimeTooSkewed', `<ServerTime>${serverTime.toISOString()}</ServerTime>`),
  }

  test('is learned from one refusal, and kept for all later requests', async () => {
    const { transport, asked, client } = connect(skewed, stored)
    expect((await transport.sendPart(part, { signal })).ok).toBe(true)
    expect((await transport.sendPart(part, { signal })).ok).toBe(true)
    expect(asked).toHaveLength(3)
    expect(Math.abs(client.config.systemClockOffset - 2 * 3_600_000)).toBeLessThan(60_000)
    const hour = (request?: Asked) => request?.headers['x-amz-date']?.slice(0, 11)
    expect(hour(asked[2])).toBe(serverTime.toISOString().replaceAll(/[-:]/g, '').slice(0, 11))
  })

  test('that stays wrong is said', async () => {
    const { transport } = connect(skewed)
    const answer = await transport.sendPart(part, { signal })
    expect(answer).toEqual(fail({ kind: 'refused', code: 'RequestTimeTooSkewed' }))
  })
})
