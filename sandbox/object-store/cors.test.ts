import { PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { expect, test } from 'vitest'
import { createCorsRule } from '../../deploy/storage/cors-rule.ts'
import { ana, bucket, shelf } from './testing/running-store.ts'
import { storeForFile } from './testing/store-for-file.ts'

const page = 'http://localhost:5173'

const { running } = storeForFile({ allowedOrigins: [page] })

const preflight = (headers: Record<string, string>) =>
  fetch(`${running().endpoint}/${bucket}/${shelf}a?partNumber=1&uploadId=x`, { method: 'OPTIONS', headers })

test('a preflight of a signed part allows everything it requests', async () => {
  const asked =
    'authorization,content-type,x-amz-checksum-crc32,x-amz-content-sha256,x-amz-date,x-amz-security-token'
  const { status, headers } = await preflight({
    origin: page,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': asked,
  })
  expect(status).toBe(200)
  expect(headers.get('access-control-allow-origin')).toBe(page)
  expect(headers.get('access-control-allow-methods')).toContain('PUT')
  expect(headers.get('access-control-allow-headers')).toBe(asked)
  expect(Number(headers.get('access-control-max-age'))).toBeGreaterThan(0)
  expect(headers.get('vary')).toContain('Origin')
})

test.each([
  ['another origin', { origin: 'http://evil.example', 'access-control-request-method': 'PUT' }, 403],
  ['a method S3 does not have', { origin: page, 'access-control-request-method': 'PATCH' }, 403],
  ['no origin', { 'access-control-request-method': 'PUT' }, 400],
])('a preflight of %s is refused', async (_name, headers, status) => {
  const response = await preflight(headers)
  expect(response.status).toBe(status)
  expect(response.headers.get('access-control-allow-headers')).toBeNull()
})

const exposedTo = (response: Response) => ({
  origin: response.headers.get('access-control-allow-origin'),
  exposed: response.headers.get('access-control-expose-headers')?.split(', ') ?? [],
})

test('lets the page read every response, including a refusal', async () => {
  const client = running().createClient(ana, { requestChecksumCalculation: 'WHEN_REQUIRED' })
  const url = await getSignedUrl(client, new PutObjectCommand({ Bucket: bucket, Key: `${shelf}a` }))
  const stored = await fetch(url, { method: 'PUT', headers: { origin: page }, body: 'x' })
  expect(stored.headers.get('etag')).toBe('"9dd4e461268c8034f5c8564e155c67a6"')
  const part = new UploadPartCommand({ Bucket: bucket, Key: `${shelf}a`, UploadId: 'gone', PartNumber: 1 })
  const missing = await fetch(await getSignedUrl(client, part), {
    method: 'PUT',
    headers: { origin: page },
    body: 'x',
  })
  const anonymous = await fetch(`${running().endpoint}/${bucket}/${shelf}a`, { headers: { origin: page } })
  expect([stored.status, missing.status, anonymous.status]).toEqual([200, 404, 403])
  for (const response of [stored, missing, anonymous]) {
    const { origin, exposed } = exposedTo(response)
    expect(origin).toBe(page)
    expect(exposed).toEqual(createCorsRule([page]).ExposeHeaders)
    expect(exposed).toEqual(
      expect.arrayContaining([
        'ETag',
        'Retry-After',
        'Content-Range',
        'x-amz-request-id',
        'x-amz-checksum-crc32',
      ]),
    )
    expect(response.headers.get('x-amz-request-id')).toMatch(/^[0-9A-F]{16}$/)
  }
})

test('the page of another origin cannot read a response', async () => {
  const response = await fetch(`${running().endpoint}/${bucket}/${shelf}a`, {
    headers: { origin: 'http://evil.example' },
  })
  expect(exposedTo(response)).toEqual({ origin: null, exposed: [] })
})
