import { ListBucketsCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'
import { createCredentialIssuer } from '../shared/temporary-credentials.ts'
import { fetchXml } from './testing/fetch-xml.ts'
import { filesOfTwo, key, minute } from './testing/files-of-two.ts'
import { readError } from './testing/read-error.ts'
import { ana, ben, bucket, credentials, region } from './testing/running-store.ts'
import { signHeaders } from './testing/signed-headers.ts'

const { clock, running, getPlan } = filesOfTwo()

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
    expect(await readError(getPlan(config()))).toBe(expected)
  })

  test('that are valid are accepted until they expire', async () => {
    const keys = credentials.issue(ana, Date.now() + minute)
    await getPlan(withKeys(keys))
    clock.now = () => keys.expiration
    expect(await readError(getPlan(withKeys(keys)))).toBe('400 ExpiredToken')
    clock.now = Date.now
  })

  test('are required', async () => {
    expect(await fetchXml(`${running().endpoint}/${bucket}/public/by-ben.txt`)).toMatchObject({ status: 403 })
    const client = new S3Client({
      endpoint: running().endpoint,
      region,
      forcePathStyle: true,
      signer: { sign: async (request) => request },
      credentials: { accessKeyId: '', secretAccessKey: '' },
    })
    expect(await readError(client.send(new ListBucketsCommand({})))).toBe('403 AccessDenied')
  })
})

describe('the clock', () => {
  test.each([-16, 16])('of a client may not be %i minutes off', async (offset) => {
    const config = { systemClockOffset: offset * minute, maxAttempts: 1 }
    expect(await readError(getPlan(config))).toBe('403 RequestTimeTooSkewed')
  })

  test.each([-14, 14])('of a client may be %i minutes off', async (offset) => {
    const { $metadata } = await getPlan({ systemClockOffset: offset * minute, maxAttempts: 1 })
    expect($metadata.httpStatusCode).toBe(200)
  })

  test('of a client that is a day wrong is corrected by the SDK after one refusal', async () => {
    const day = 24 * 60 * minute
    const { accessKeyId, secretAccessKey, sessionToken } = credentials.issue(ana, Date.now() + 2 * day)
    clock.now = () => Date.now() + day
    const keys = { accessKeyId, secretAccessKey, sessionToken }
    const { $metadata } = await getPlan({ maxAttempts: 2, credentials: keys })
    clock.now = Date.now
    expect($metadata.attempts).toBe(2)
  })

  test('of the server is stated in the refusal', async () => {
    const url = `${running().endpoint}/${bucket}/${key}`
    const { headers, chunkSigning } = signHeaders({ method: 'GET', url, payloadHash: 'UNSIGNED-PAYLOAD' })
    clock.now = () => Date.parse('2031-05-06T07:08:09Z')
    const fresh = credentials.issue(ana, clock.now() + minute)
    const response = await fetchXml(url, {
      headers: {
        ...headers,
        'x-amz-security-token': fresh.sessionToken,
        authorization: headers.authorization.replace(/ASIA\w+/, fresh.accessKeyId),
      },
    })
    clock.now = Date.now
    expect(response.read('Code')).toBe('RequestTimeTooSkewed')
    expect(response.read('ServerTime')).toBe('2031-05-06T07:08:09Z')
    expect(response.read('RequestTime')).toBe(chunkSigning.time)
    expect(response.read('MaxAllowedSkewMilliseconds')).toBe('900000')
    expect(response.headers.get('date')).toBe('Tue, 06 May 2031 07:08:09 GMT')
  })
})
