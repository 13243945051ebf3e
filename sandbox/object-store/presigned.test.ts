import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { describe, expect, test } from 'vitest'
import { fetchXml } from './testing/fetch-xml.ts'
import { filesOfTwo, key, minute } from './testing/files-of-two.ts'
import { ana, bucket, shelf } from './testing/running-store.ts'

const { clock, running } = filesOfTwo()

describe('a presigned URL', () => {
  const presign = (options: Parameters<typeof getSignedUrl>[2] = {}, input = {}) =>
    getSignedUrl(
      running().createClient(ana),
      new GetObjectCommand({ Bucket: bucket, Key: key, ...input }),
      options,
    )

  test('reads without any header', async () => {
    expect(await fetchXml(await presign({ expiresIn: 900 }))).toMatchObject({ status: 200, body: 'x' })
  })

  test('carries response headers under its signature', async () => {
    const url = await presign({}, { ResponseContentDisposition: 'attachment; filename="ação +1.txt"' })
    const { headers } = await fetchXml(url)
    expect(headers.get('content-disposition')).toBe('attachment; filename="ação +1.txt"')
    expect(await fetchXml(url.replace('attachment', 'inline'))).toMatchObject({ status: 403 })
  })

  test('expires', async () => {
    const url = await presign({ expiresIn: 900 })
    clock.now = () => Date.now() + 901_000
    const response = await fetchXml(url)
    clock.now = Date.now
    expect(response).toMatchObject({ status: 403 })
    expect(response.read('Code')).toBe('AccessDenied')
    expect(response.read('Message')).toBe('Request has expired')
    expect(response.read('X-Amz-Expires')).toBe('900')
    expect(response.read('Expires')).toMatch(/Z$/)
  })

  test('is valid beyond the 15 minutes of clock skew if its expiry allows', async () => {
    const url = await presign({ expiresIn: 3600 })
    clock.now = () => Date.now() + 50 * minute
    expect(await fetchXml(url)).toMatchObject({ status: 200 })
    clock.now = Date.now
  })

  test('is not valid before its time', async () => {
    const url = await presign({ signingDate: new Date(Date.now() + 20 * minute) })
    expect((await fetchXml(url)).read('Message')).toBe('Request is not yet valid')
  })

  test('expires with the credentials that signed it', async () => {
    const url = await presign({ expiresIn: 7 * 24 * 3600 })
    clock.now = () => Date.now() + 61 * minute
    expect((await fetchXml(url)).read('Code')).toBe('ExpiredToken')
    clock.now = Date.now
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
    expect((await fetchXml(url)).read('Code')).toBe(code)
  })

  test('allows a put with an unsigned body', async () => {
    const command = new PutObjectCommand({
      Bucket: bucket,
      Key: `${shelf}presigned`,
      ContentType: 'text/plain',
    })
    const url = await getSignedUrl(
      running().createClient(ana, { requestChecksumCalculation: 'WHEN_REQUIRED' }),
      command,
    )
    expect(await fetchXml(url, { method: 'PUT', body: 'by URL' })).toMatchObject({ status: 200 })
    expect(await fetchXml(url, { method: 'DELETE' })).toMatchObject({ status: 403 })
  })
})
