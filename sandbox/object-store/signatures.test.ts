import { describe, expect, test } from 'vitest'
import { fetchXml } from './testing/fetch-xml.ts'
import { md5, sha256 } from './testing/digests.ts'
import { bucket, shelf } from './testing/running-store.ts'
import { signHeaders } from './testing/signed-headers.ts'
import { storeForFile } from './testing/store-for-file.ts'

const { running } = storeForFile()

describe('a signature by header', () => {
  const url = () => `${running().endpoint}/${bucket}/${shelf}by-hand`

  test.each<[name: string, change: (authorization: string) => string, code: string]>([
    ['another way to sign', (text) => text.replace('AWS4-HMAC-SHA256', 'AWS'), 'InvalidRequest'],
    ['no signature', (text) => text.replace(/Signature=\w+/, ''), 'AuthorizationHeaderMalformed'],
    ['half a credential', (text) => text.replace('/aws4_request', ''), 'AuthorizationHeaderMalformed'],
    ['another service', (text) => text.replace('/s3/', '/iam/'), 'AuthorizationHeaderMalformed'],
    ['another day', (text) => text.replace(/\/\d{8}\//, '/20200101/'), 'AuthorizationHeaderMalformed'],
  ])('with %s is refused', async (_name, change, code) => {
    const { headers } = signHeaders({ method: 'GET', url: url(), payloadHash: 'UNSIGNED-PAYLOAD' })
    const authorization = change(headers.authorization)
    expect((await fetchXml(url(), { headers: { ...headers, authorization } })).read('Code')).toBe(code)
  })

  test.each(['x-amz-meta-added', 'x-amz-copy-source'])('covers %s', async (name) => {
    const { headers } = signHeaders({
      method: 'PUT',
      url: url(),
      headers: { [name]: 'value' },
      payloadHash: 'UNSIGNED-PAYLOAD',
      unsigned: [name],
    })
    const response = await fetchXml(url(), { method: 'PUT', headers, body: 'x' })
    expect(response.read('Code')).toBe('AccessDenied')
    expect(response.read('HeadersNotSigned')).toBe(name)
  })

  test('covers the host', async () => {
    const payloadHash = 'UNSIGNED-PAYLOAD'
    const { headers } = signHeaders({ method: 'PUT', url: url(), payloadHash, unsigned: ['host'] })
    const response = await fetchXml(url(), { method: 'PUT', headers, body: 'x' })
    expect(response.read('Code')).toBe('AccessDenied')
    expect(response.read('HeadersNotSigned')).toBe('host')
  })

  test('covers the body by its hash', async () => {
    const payloadHash = sha256('what was signed').toString('hex')
    const { headers } = signHeaders({ method: 'PUT', url: url(), payloadHash })
    const response = await fetchXml(url(), { method: 'PUT', headers, body: 'what was sent' })
    expect(response.read('Code')).toBe('XAmzContentSHA256Mismatch')
    expect(await fetchXml(url(), { method: 'PUT', headers, body: 'what was signed' })).toMatchObject({
      status: 200,
    })
  })

  test('requires a known way of sending the body', async () => {
    const { headers } = signHeaders({ method: 'PUT', url: url(), payloadHash: 'STREAMING-SOMETHING' })
    expect((await fetchXml(url(), { method: 'PUT', headers, body: 'x' })).read('Code')).toBe(
      'InvalidArgument',
    )
  })
})

test('refuses a path that cannot be decoded', async () => {
  expect((await fetchXml(`${running().endpoint}/${bucket}/${shelf}%zz`)).read('Code')).toBe('InvalidURI')
})

test('refuses a method that S3 does not have', async () => {
  const url = `${running().endpoint}/${bucket}/${shelf}a`
  const { headers } = signHeaders({ method: 'PATCH', url, payloadHash: 'UNSIGNED-PAYLOAD' })
  expect(await fetchXml(url, { method: 'PATCH', headers })).toMatchObject({ status: 405 })
})

describe('refuses a malicious client without failing', () => {
  const list = () => `${running().endpoint}/${bucket}?prefix=public%2F`
  const payloadHash = 'UNSIGNED-PAYLOAD'
  const withAuthorization = async (change: (authorization: string) => string) => {
    const { headers } = signHeaders({ method: 'GET', url: list(), payloadHash })
    const authorization = change(headers['authorization'])
    return outcome(list(), { headers: { ...headers, authorization } })
  }
  const outcome = async (url: string, init: RequestInit) => {
    const { status, read } = await fetchXml(url, init)
    return `${status} ${read('Code')}`
  }

  test('with a signature that has as many characters but more bytes', async () => {
    const response = await withAuthorization((words) => words.replace(/.$/, 'é'))
    expect(response).toBe('403 SignatureDoesNotMatch')
  })

  test('with signed headers that every object has', async () => {
    const response = await withAuthorization((words) => words.replace('SignedHeaders=', '$&constructor;'))
    expect(response).toBe('403 SignatureDoesNotMatch')
  })

  test.each([
    ['a tower of elements', '<a>'.repeat(5000) + '</a>'.repeat(5000)],
    ['an element named __proto__', '<Delete><__proto__><x>1</x></__proto__></Delete>'],
  ])('with %s', async (_, body) => {
    const url = `${running().endpoint}/${bucket}?delete=`
    const digest = md5(body).toString('base64')
    const { headers } = signHeaders({ method: 'POST', url, payloadHash, headers: { 'content-md5': digest } })
    expect(await outcome(url, { method: 'POST', headers, body })).toBe('400 MalformedXML')
  })
})
