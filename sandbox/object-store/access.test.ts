import { createHash } from 'node:crypto'
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
  S3Client,
  type S3ClientConfig,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCredentialIssuer } from '../temporary-credentials.ts'
import { refusal } from './testing/refusal.ts'
import {
  ana,
  ben,
  bucket,
  credentials,
  region,
  type RunningStore,
  startObjectStore,
} from './testing/running-store.ts'
import { signHeaders } from './testing/signed-headers.ts'

let store: RunningStore
let now: () => number = Date.now

const key = `private/${ana}/plan.txt`
const minute = 60_000

beforeAll(async () => {
  store = await startObjectStore({ now: () => now() })
  for (const [identityId, Key] of [
    [ana, key],
    [ana, `protected/${ana}/seen.txt`],
    [ben, 'public/by-ben.txt'],
  ] as const) {
    await store.clientOf(identityId).send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'x' }))
  }
})

afterAll(async () => {
  await store.stop()
  store.remove()
})

const get = (config: S3ClientConfig) =>
  store.clientOf(ana, config).send(new GetObjectCommand({ Bucket: bucket, Key: key }))

/** S3's own words, which the SDK only hands on in part. */
const ask = async (url: string, init?: RequestInit) => {
  const response = await fetch(url, init)
  const body = await response.text()
  const read = (name: string) => new RegExp(`<${name}>([^]*?)</${name}>`).exec(body)?.[1]
  return { status: response.status, body, read, headers: response.headers }
}

describe('credentials', () => {
  const issued = () => credentials.issue(ana, Date.now() + minute)
  const withKeys = (keys: Partial<ReturnType<typeof issued>>): S3ClientConfig => {
    const { accessKeyId, secretAccessKey, sessionToken } = { ...issued(), ...keys }
    return { credentials: { accessKeyId, secretAccessKey, sessionToken } }
  }
  const withoutToken = () => {
    const { accessKeyId, secretAccessKey } = issued()
    return { credentials: { accessKeyId, secretAccessKey } }
  }
  const foreign = createCredentialIssuer('another master key')

  test.each<[name: string, config: () => S3ClientConfig, expected: string]>([
    ['a wrong secret', () => withKeys({ secretAccessKey: 'wrong' }), '403 SignatureDoesNotMatch'],
    [
      'a secret of other credentials',
      () => withKeys({ secretAccessKey: credentials.issue(ben, 1).secretAccessKey }),
      '403 SignatureDoesNotMatch',
    ],
    ['no session token', withoutToken, '403 InvalidAccessKeyId'],
    [
      'a token of another issuer',
      () => withKeys(foreign.issue(ana, Date.now() + minute)),
      '400 InvalidToken',
    ],
    [
      'a token of other credentials',
      () => withKeys({ sessionToken: credentials.issue(ben, Date.now() + minute).sessionToken }),
      '400 InvalidToken',
    ],
    ['a token that is none', () => withKeys({ sessionToken: 'nonsense' }), '400 InvalidToken'],
    ['an expired token', () => withKeys(credentials.issue(ana, Date.now() - 1)), '400 ExpiredToken'],
    ['another region', () => ({ region: 'eu-west-2' }), '400 AuthorizationHeaderMalformed'],
  ])('with %s are refused', async (_name, config, expected) => {
    expect(await refusal(get(config()))).toBe(expected)
  })

  test('in order are accepted, until the moment they expire', async () => {
    const keys = credentials.issue(ana, Date.now() + minute)
    await get(withKeys(keys))
    now = () => keys.expiration
    expect(await refusal(get(withKeys(keys)))).toBe('400 ExpiredToken')
    now = Date.now
  })

  test('are needed', async () => {
    expect(await ask(`${store.endpoint}/${bucket}/public/by-ben.txt`)).toMatchObject({ status: 403 })
    const client = new S3Client({
      endpoint: store.endpoint,
      region,
      forcePathStyle: true,
      signer: { sign: async (request) => request },
      credentials: { accessKeyId: '', secretAccessKey: '' },
    })
    expect(await refusal(client.send(new ListBucketsCommand({})))).toBe('403 AccessDenied')
  })
})

describe('the clock', () => {
  test.each([-16, 16])('of a client may not be %i minutes off', async (offset) => {
    const config = { systemClockOffset: offset * minute, maxAttempts: 1 }
    expect(await refusal(get(config))).toBe('403 RequestTimeTooSkewed')
  })

  test.each([-14, 14])('of a client may be %i minutes off', async (offset) => {
    const { $metadata } = await get({ systemClockOffset: offset * minute, maxAttempts: 1 })
    expect($metadata.httpStatusCode).toBe(200)
  })

  test('of a client that is a day off is corrected by the SDK after one refusal', async () => {
    const day = 24 * 60 * minute
    const { accessKeyId, secretAccessKey, sessionToken } = credentials.issue(ana, Date.now() + 2 * day)
    now = () => Date.now() + day
    const keys = { accessKeyId, secretAccessKey, sessionToken }
    const { $metadata } = await get({ maxAttempts: 2, credentials: keys })
    now = Date.now
    expect($metadata.attempts).toBe(2)
  })

  test('of the server is told in the refusal', async () => {
    const url = `${store.endpoint}/${bucket}/${key}`
    const { headers, seal } = signHeaders({ method: 'GET', url, payloadHash: 'UNSIGNED-PAYLOAD' })
    now = () => Date.parse('2031-05-06T07:08:09Z')
    const fresh = credentials.issue(ana, now() + minute)
    const answer = await ask(url, {
      headers: {
        ...headers,
        'x-amz-security-token': fresh.sessionToken,
        authorization: headers.authorization.replace(/ASIA\w+/, fresh.accessKeyId),
      },
    })
    now = Date.now
    expect(answer.read('Code')).toBe('RequestTimeTooSkewed')
    expect(answer.read('ServerTime')).toBe('2031-05-06T07:08:09Z')
    expect(answer.read('RequestTime')).toBe(seal.time)
    expect(answer.read('MaxAllowedSkewMilliseconds')).toBe('900000')
    expect(answer.headers.get('date')).toBe('Tue, 06 May 2031 07:08:09 GMT')
  })
})

describe('a presigned URL', () => {
  const presign = (options: Parameters<typeof getSignedUrl>[2] = {}, input = {}) =>
    getSignedUrl(store.clientOf(ana), new GetObjectCommand({ Bucket: bucket, Key: key, ...input }), options)

  test('reads without any header', async () => {
    expect(await ask(await presign({ expiresIn: 900 }))).toMatchObject({ status: 200, body: 'x' })
  })

  test('carries response headers under its signature', async () => {
    const url = await presign({}, { ResponseContentDisposition: 'attachment; filename="ação +1.txt"' })
    const { headers } = await ask(url)
    expect(headers.get('content-disposition')).toBe('attachment; filename="ação +1.txt"')
    expect(await ask(url.replace('attachment', 'inline'))).toMatchObject({ status: 403 })
  })

  test('expires', async () => {
    const url = await presign({ expiresIn: 900 })
    now = () => Date.now() + 901_000
    const answer = await ask(url)
    now = Date.now
    expect(answer).toMatchObject({ status: 403 })
    expect(answer.read('Code')).toBe('AccessDenied')
    expect(answer.read('Message')).toBe('Request has expired')
    expect(answer.read('X-Amz-Expires')).toBe('900')
    expect(answer.read('Expires')).toMatch(/Z$/)
  })

  test('outlives the 15 minutes of clock skew when it may', async () => {
    const url = await presign({ expiresIn: 3600 })
    now = () => Date.now() + 50 * minute
    expect(await ask(url)).toMatchObject({ status: 200 })
    now = Date.now
  })

  test('is not valid before its time', async () => {
    const url = await presign({ signingDate: new Date(Date.now() + 20 * minute) })
    expect((await ask(url)).read('Message')).toBe('Request is not yet valid')
  })

  test('dies with the credentials that signed it', async () => {
    const url = await presign({ expiresIn: 7 * 24 * 3600 })
    now = () => Date.now() + 61 * minute
    expect((await ask(url)).read('Code')).toBe('ExpiredToken')
    now = Date.now
  })

  test.each([
    ['another key', (url: string) => url.replace('plan.txt', 'plan2.txt'), 'SignatureDoesNotMatch'],
    [
      'a longer life',
      (url: string) => url.replace('X-Amz-Expires=900', 'X-Amz-Expires=901'),
      'SignatureDoesNotMatch',
    ],
    [
      'another signature',
      (url: string) => url.replace(/X-Amz-Signature=./, 'X-Amz-Signature=z'),
      'SignatureDoesNotMatch',
    ],
    ['no date', (url: string) => url.replace(/&X-Amz-Date=[^&]*/, ''), 'AuthorizationQueryParametersError'],
    ['no token', (url: string) => url.replace(/&X-Amz-Security-Token=[^&]*/, ''), 'InvalidAccessKeyId'],
    [
      'more than a week',
      (url: string) => url.replace('=900', '=604801'),
      'AuthorizationQueryParametersError',
    ],
    [
      'a life that is no number',
      (url: string) => url.replace('=900', '=soon'),
      'AuthorizationQueryParametersError',
    ],
    [
      'another algorithm',
      (url: string) => url.replace('AWS4-HMAC', 'AWS5-HMAC'),
      'AuthorizationQueryParametersError',
    ],
  ])('with %s is refused', async (_name, change, code) => {
    const url = change(await presign({ expiresIn: 900 }))
    expect((await ask(url)).read('Code')).toBe(code)
  })

  test('writes, with a body that is not signed', async () => {
    const command = new PutObjectCommand({
      Bucket: bucket,
      Key: 'public/presigned',
      ContentType: 'text/plain',
    })
    const url = await getSignedUrl(
      store.clientOf(ana, { requestChecksumCalculation: 'WHEN_REQUIRED' }),
      command,
    )
    expect(await ask(url, { method: 'PUT', body: 'by URL' })).toMatchObject({ status: 200 })
    expect(await ask(url, { method: 'DELETE' })).toMatchObject({ status: 403 })
  })
})

describe('a signature by header', () => {
  const url = () => `${store.endpoint}/${bucket}/public/by-hand`

  test.each<[name: string, change: (authorization: string) => string, code: string]>([
    ['another way to sign', (text) => text.replace('AWS4-HMAC-SHA256', 'AWS'), 'InvalidRequest'],
    ['no signature', (text) => text.replace(/Signature=\w+/, ''), 'AuthorizationHeaderMalformed'],
    ['half a credential', (text) => text.replace('/aws4_request', ''), 'AuthorizationHeaderMalformed'],
    ['another service', (text) => text.replace('/s3/', '/iam/'), 'AuthorizationHeaderMalformed'],
    ['another day', (text) => text.replace(/\/\d{8}\//, '/20200101/'), 'AuthorizationHeaderMalformed'],
  ])('with %s is refused', async (_name, change, code) => {
    const { headers } = signHeaders({ method: 'GET', url: url(), payloadHash: 'UNSIGNED-PAYLOAD' })
    const authorization = change(headers.authorization)
    expect((await ask(url(), { headers: { ...headers, authorization } })).read('Code')).toBe(code)
  })

  test.each(['x-amz-meta-added', 'x-amz-copy-source'])('covers %s', async (name) => {
    const { headers } = signHeaders({
      method: 'PUT',
      url: url(),
      headers: { [name]: 'value' },
      payloadHash: 'UNSIGNED-PAYLOAD',
      unsigned: [name],
    })
    const answer = await ask(url(), { method: 'PUT', headers, body: 'x' })
    expect(answer.read('Code')).toBe('AccessDenied')
    expect(answer.read('HeadersNotSigned')).toBe(name)
  })

  test('covers the body by its hash', async () => {
    const payloadHash = createHash('sha256').update('what was signed').digest('hex')
    const { headers } = signHeaders({ method: 'PUT', url: url(), payloadHash })
    const answer = await ask(url(), { method: 'PUT', headers, body: 'what was sent' })
    expect(answer.read('Code')).toBe('XAmzContentSHA256Mismatch')
    expect(await ask(url(), { method: 'PUT', headers, body: 'what was signed' })).toMatchObject({
      status: 200,
    })
  })

  test('needs a known way to send the body', async () => {
    const { headers } = signHeaders({ method: 'PUT', url: url(), payloadHash: 'STREAMING-SOMETHING' })
    expect((await ask(url(), { method: 'PUT', headers, body: 'x' })).read('Code')).toBe('InvalidArgument')
  })
})

describe('another identity', () => {
  const target = { Bucket: bucket, Key: key }
  const source = `${bucket}/${key}`
  const foreign = `protected/${ana}/seen.txt`

  test.each([
    ['read a private file', new GetObjectCommand(target)],
    ['ask for a private file', new HeadObjectCommand(target)],
    ['write a private file', new PutObjectCommand({ ...target, Body: 'x' })],
    ['delete a private file', new DeleteObjectCommand(target)],
    ['begin an upload of a private file', new CreateMultipartUploadCommand(target)],
    ['copy a private file', new CopyObjectCommand({ Bucket: bucket, Key: 'public/a', CopySource: source })],
    ['write a protected file', new PutObjectCommand({ Bucket: bucket, Key: foreign, Body: 'x' })],
    ['delete a protected file', new DeleteObjectCommand({ Bucket: bucket, Key: foreign })],
    [
      'copy over a protected file',
      new CopyObjectCommand({ Bucket: bucket, Key: foreign, CopySource: `${bucket}/public/by-ben.txt` }),
    ],
    ['write outside the three levels', new PutObjectCommand({ Bucket: bucket, Key: 'other/a', Body: 'x' })],
    ['list private files', new ListObjectsV2Command({ Bucket: bucket, Prefix: `private/${ana}/` })],
    ['list everything', new ListObjectsV2Command({ Bucket: bucket })],
    ['list everything the old way', new ListObjectsCommand({ Bucket: bucket, Prefix: 'p' })],
    ['list all uploads', new ListMultipartUploadsCommand({ Bucket: bucket })],
    ['list buckets', new ListBucketsCommand({})],
    ['abort an upload', new AbortMultipartUploadCommand({ ...target, UploadId: 'x' })],
    [
      'copy from a private file into a part',
      new UploadPartCopyCommand({ ...target, UploadId: 'x', PartNumber: 1, CopySource: source }),
    ],
  ])('may not %s', async (_name, command) => {
    // The commands have nothing in common but that a client can send them.
    const send: (command: never) => Promise<unknown> = store.clientOf(ben).send.bind(store.clientOf(ben))
    expect(await refusal(send(command as never))).toMatch(/^403 /)
  })

  test('may read, list and copy protected files, and do anything with public ones', async () => {
    const client = store.clientOf(ben)
    await client.send(new GetObjectCommand({ Bucket: bucket, Key: foreign }))
    const { Contents } = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: 'protected/' }))
    expect(Contents).toHaveLength(1)
    await client.send(
      new CopyObjectCommand({
        Bucket: bucket,
        Key: `private/${ben}/copy`,
        CopySource: `${bucket}/${foreign}`,
      }),
    )
    const byAna = store.clientOf(ana)
    await byAna.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'public/by-ben.txt' }))
  })
})

test('a path that cannot be decoded is refused', async () => {
  expect((await ask(`${store.endpoint}/${bucket}/public/%zz`)).read('Code')).toBe('InvalidURI')
})

test('a method that S3 does not have is refused', async () => {
  const url = `${store.endpoint}/${bucket}/public/a`
  const { headers } = signHeaders({ method: 'PATCH', url, payloadHash: 'UNSIGNED-PAYLOAD' })
  expect(await ask(url, { method: 'PATCH', headers })).toMatchObject({ status: 405 })
})

describe('a client that is up to no good is refused, and does not upset the store', () => {
  const list = () => `${store.endpoint}/${bucket}?prefix=public%2F`
  const payloadHash = 'UNSIGNED-PAYLOAD'
  const withAuthorization = async (change: (authorization: string) => string) => {
    const { headers } = signHeaders({ method: 'GET', url: list(), payloadHash })
    const authorization = change(headers['authorization'])
    return outcome(list(), { headers: { ...headers, authorization } })
  }
  const outcome = async (url: string, init: RequestInit) => {
    const { status, read } = await ask(url, init)
    return `${status} ${read('Code')}`
  }

  test('with a signature that has as many characters but more bytes', async () => {
    const answer = await withAuthorization((words) => words.replace(/.$/, 'é'))
    expect(answer).toBe('403 SignatureDoesNotMatch')
  })

  test('with signed headers that every object has', async () => {
    const answer = await withAuthorization((words) => words.replace('SignedHeaders=', '$&constructor;'))
    expect(answer).toBe('403 SignatureDoesNotMatch')
  })

  test.each([
    ['a tower of elements', '<a>'.repeat(5000) + '</a>'.repeat(5000)],
    ['an element named __proto__', '<Delete><__proto__><x>1</x></__proto__></Delete>'],
  ])('with %s', async (_, body) => {
    const url = `${store.endpoint}/${bucket}?delete=`
    const md5 = createHash('md5').update(body).digest('base64')
    const { headers } = signHeaders({ method: 'POST', url, payloadHash, headers: { 'content-md5': md5 } })
    expect(await outcome(url, { method: 'POST', headers, body })).toBe('400 MalformedXML')
  })
})
