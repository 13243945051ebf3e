import { expect, test } from 'vitest'
import { fail } from '../../../lib/result.ts'
import { connectTransport, part, refusal, type Reply } from '../testing/connected-transport.ts'

const { signal } = new AbortController()

const named = (name: string) => Object.assign(new Error(name), { name })
test.each<[string, Reply, unknown]>([
  [
    '409 ConditionalRequestConflict',
    { status: 409, xml: refusal('ConditionalRequestConflict') },
    { kind: 'busy', code: 'ConditionalRequestConflict' },
  ],
  [
    '301 PermanentRedirect',
    { status: 301, xml: refusal('PermanentRedirect') },
    { kind: 'busy', code: 'Redirected' },
  ],
  [
    '307 TemporaryRedirect',
    { status: 307, xml: refusal('TemporaryRedirect') },
    { kind: 'busy', code: 'Redirected' },
  ],
  [
    '501 NotImplemented',
    { status: 501, xml: refusal('NotImplemented') },
    { kind: 'refused', code: 'NotImplemented' },
  ],
  ['501 without words', { status: 501 }, { kind: 'refused', code: 'NotImplemented' }],
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
    "Retry-After as a date of the store, whose clock is not the device's",
    {
      status: 503,
      headers: { 'retry-after': 'Mon, 01 Jun 2026 10:00:30 GMT', date: 'Mon, 01 Jun 2026 10:00:00 GMT' },
      xml: refusal('SlowDown'),
    },
    { kind: 'busy', code: 'SlowDown', retryAfter: 30_000 },
  ],
  [
    'Retry-After of no time',
    { status: 503, headers: { 'retry-after': '0' }, xml: refusal('SlowDown') },
    { kind: 'busy', code: 'SlowDown' },
  ],
  [
    'Retry-After of who answers in place of the store',
    { status: 511, headers: { 'retry-after': '86400' }, xml: '<html><h1>Welcome to the Wi-Fi</h1></html>' },
    { kind: 'busy', code: expect.any(String) },
  ],
  [
    'Retry-After with a code that the store does not have',
    { status: 503, headers: { 'retry-after': '600' }, xml: refusal('Maintenance') },
    { kind: 'busy', code: 'Maintenance' },
  ],
  [
    'Retry-After of another store than S3',
    { status: 429, headers: { 'retry-after': '7' }, xml: refusal('TooManyRequests') },
    { kind: 'busy', code: 'TooManyRequests', retryAfter: 7000 },
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
    '400 IncompleteBody',
    { status: 400, xml: refusal('IncompleteBody') },
    { kind: 'busy', code: 'IncompleteBody' },
  ],
  [
    '403 InvalidAccessKeyId',
    { status: 403, xml: refusal('InvalidAccessKeyId') },
    { kind: 'credentials-refused', code: 'InvalidAccessKeyId' },
  ],
  [
    '403 SignatureDoesNotMatch',
    { status: 403, xml: refusal('SignatureDoesNotMatch') },
    { kind: 'credentials-refused', code: 'SignatureDoesNotMatch' },
  ],
  [
    '403 AccessDenied of a request that has expired',
    {
      status: 403,
      xml: '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
    },
    { kind: 'clock-skewed', code: 'RequestExpired' },
  ],
  [
    '403 AccessDenied',
    { status: 403, xml: refusal('AccessDenied') },
    { kind: 'refused', code: 'AccessDenied' },
  ],
  ['429', { status: 429, xml: refusal('TooMany') }, { kind: 'busy', code: 'TooMany' }],
  ['507', { status: 507, xml: refusal('InsufficientStorage') }, { kind: 'storage-full' }],
  ['no connection', named('Unreachable'), { kind: 'unreachable' }],
  ['no answer to a body', named('Unanswered'), { kind: 'unreachable', isBodySent: true }],
  ['a stall', named('Stalled'), { kind: 'stalled' }],
  ['a redirect that the browser hides', named('Redirected'), { kind: 'busy', code: 'Redirected' }],
  ['our own cut', named('AbortError'), { kind: 'aborted' }],
])('%s', async (_, reply, failure) => {
  const { transport } = connectTransport(reply)
  expect(await transport.sendPart(part, { signal })).toEqual(fail(failure))
})

test('a Complete of 200 with an Error in its body is a failure', async () => {
  const { transport } = connectTransport({ status: 200, xml: refusal('InternalError') })
  expect(await transport.complete('k', 'u', [])).toEqual(fail({ kind: 'busy', code: 'InternalError' }))
})

test('a Complete of 200 with an empty body is one that S3 aborted', async () => {
  const { transport } = connectTransport({ status: 200, xml: '' })
  expect(await transport.complete('k', 'u', [])).toEqual(fail({ kind: 'busy', code: 'InternalError' }))
})

const completed =
  '<?xml version="1.0"?><CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>'
test.each([
  ['ends after its first bytes', completed.slice(0, 10)],
  ['ends inside a tag', completed.slice(0, 30)],
  ['ends half-way', completed.slice(0, 60)],
  ['lacks its last bytes', completed.slice(0, -4)],
  ['is a page of the Wi-Fi', '<html><body><p>Welcome<br></body></html>'],
  ['is no XML at all', 'welcome'],
])('a response of 200 to a Complete that %s is not from the store', async (_, xml) => {
  const { transport } = connectTransport({ status: 200, xml })
  expect(await transport.complete('k', 'u', [])).toEqual(fail({ kind: 'foreign-answer' }))
})

test('a HEAD of nothing is "not found"', async () => {
  const { transport } = connectTransport({ status: 404 })
  expect(await transport.head('k', { signal })).toEqual(fail({ kind: 'not-found', code: 'NotFound' }))
})
