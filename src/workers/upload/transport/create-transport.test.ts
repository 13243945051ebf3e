import { describe, expect, test } from 'vitest'
import { fail, ok } from '../../../lib/result.ts'
import { connectTransport, part, refusal, stored } from '../testing/connected-transport.ts'

const { signal } = new AbortController()

const createList = (number: number) => ({
  status: 200,
  xml: `<ListPartsResult><IsTruncated>false</IsTruncated><Part><PartNumber>${number}</PartNumber><ETag>"e"</ETag><Size>1</Size></Part></ListPartsResult>`,
})

test('a part carries its CRC32 and an unsigned body', async () => {
  const { transport, requests } = connectTransport(stored)
  expect(await transport.sendPart(part, { signal })).toEqual(ok({ eTag: '"e"' }))
  expect(requests[0]?.headers).toMatchObject({
    'x-amz-checksum-crc32': 'AAAAAA==',
    'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
    'x-amz-security-token': 'token-1',
  })
})

test('a hidden ETag stops at the first part, with its own reason', async () => {
  const { transport } = connectTransport({ status: 200 }, createList(part.number))
  expect(await transport.sendPart(part, { signal })).toEqual(fail({ kind: 'refused', code: 'HiddenETag' }))
})

test('reads all pages of the stored parts', async () => {
  const page = (number: number, next?: number) => ({
    status: 200,
    xml: `<ListPartsResult><IsTruncated>${next !== undefined}</IsTruncated>${next ? `<NextPartNumberMarker>${next}</NextPartNumberMarker>` : ''}<Part><PartNumber>${number}</PartNumber><ETag>"${number}"</ETag><Size>5</Size><ChecksumCRC32>AAAAAA==</ChecksumCRC32></Part></ListPartsResult>`,
  })
  const { transport, requests } = connectTransport(page(1, 1), page(2, 2), page(3))
  const parts = await transport.listParts('k', 'u', { signal })
  expect(parts.ok && parts.value.map(({ number }) => number)).toEqual([1, 2, 3])
  expect(parts.ok && parts.value[0]).toEqual({ number: 1, eTag: '"1"', size: 5, checksum: 'AAAAAA==' })
  expect(requests.map(({ query }) => query['part-number-marker'])).toEqual([undefined, '1', '2'])
})

test('finds all open uploads of a key, and none of a key that only begins with it', async () => {
  const upload = (key: string, id: string) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`
  const page = (uploads: string, next = '') => ({
    status: 200,
    xml: `<ListMultipartUploadsResult><IsTruncated>${next !== ''}</IsTruncated><NextKeyMarker>k</NextKeyMarker><NextUploadIdMarker>${next}</NextUploadIdMarker>${uploads}</ListMultipartUploadsResult>`,
  })
  const { transport, requests } = connectTransport(
    page(upload('k', '1') + upload('k', '2'), '2'),
    page(upload('k', '3') + upload('k.mp4', '4')),
  )
  expect(await transport.listUploads('k', { signal })).toEqual(ok(['1', '2', '3']))
  expect(requests.map(({ query }) => [query['prefix'], query['upload-id-marker']])).toEqual([
    ['k', undefined],
    ['k', '2'],
  ])
})

test.each([
  ['with the tag of nothing', { etag: '"d41d8cd98f00b204e9800998ecf8427e"' }],
  ['with another checksum than was sent', { etag: '"e"', 'x-amz-checksum-crc32': 'BBBBBB==' }],
])('a part that is answered %s is not stored', async (_, headers) => {
  const { transport } = connectTransport({ status: 200, headers })
  expect(await transport.sendPart(part, { signal })).toEqual(fail({ kind: 'busy', code: 'PartNotStored' }))
})

test('counts a part that is answered with its own checksum as stored', async () => {
  const headers = { etag: '"e"', 'x-amz-checksum-crc32': part.checksum }
  const { transport } = connectTransport({ status: 200, headers })
  expect((await transport.sendPart(part, { signal })).ok).toBe(true)
})

describe('stops reading an endless list', () => {
  const parts = (marker: number, isTruncated = true) => ({
    status: 200,
    xml: `<ListPartsResult><IsTruncated>${isTruncated}</IsTruncated><NextPartNumberMarker>${marker}</NextPartNumberMarker><Part><PartNumber>${marker}</PartNumber><ETag>"e"</ETag><Size>5</Size></Part></ListPartsResult>`,
  })
  const uploads = (marker: string) => ({
    status: 200,
    xml: `<ListMultipartUploadsResult><IsTruncated>true</IsTruncated><NextKeyMarker>k</NextKeyMarker><NextUploadIdMarker>${marker}</NextUploadIdMarker><Upload><Key>k</Key><UploadId>1</UploadId></Upload></ListMultipartUploadsResult>`,
  })
  const endless = fail({ kind: 'refused', code: 'EndlessList' })

  test.each([
    ['one page of parts again and again', [parts(1)], 2],
    ['two pages of parts in turn', [parts(1), parts(2), parts(1)], 3],
  ])('%s', async (_, replies, count) => {
    const { transport, requests } = connectTransport(...replies)
    expect(await transport.listParts('k', 'u', { signal })).toEqual(endless)
    expect(requests).toHaveLength(count)
  })

  test('one page of open uploads again and again', async () => {
    const { transport, requests } = connectTransport(uploads('1'))
    expect(await transport.listUploads('k', { signal })).toEqual(endless)
    expect(requests).toHaveLength(2)
  })

  test('continues after the last part when the store names no marker', async () => {
    const page = parts(1)
    const unmarked = { ...page, xml: page.xml.replace(/<NextPart.*Marker>/, '') }
    const { transport, requests } = connectTransport(unmarked, parts(2, false))
    const listed = await transport.listParts('k', 'u', { signal })
    expect(listed.ok && listed.value.map(({ number }) => number)).toEqual([1, 2])
    expect(requests[1]?.query['part-number-marker']).toBe('1')
  })
})

test('stores an object without a type with the default of the specification', async () => {
  const { transport, requests } = connectTransport(stored)
  await transport.put({ ...part, type: '', madeBy: 'task-1' }, { signal })
  expect(requests[0]?.headers['content-type']).toBe('binary/octet-stream')
})

describe('an object', () => {
  const object = { key: 'k', type: '', madeBy: 'task-1' }
  const wanted = { 'x-amz-meta-upload': 'task-1' }
  const missing = { status: 404 }
  const created = {
    status: 200,
    xml: '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>',
  }
  const completed = {
    status: 200,
    xml: '<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>',
  }

  test('has the id of its task and its thumbnail, whether sent in one request or in parts', async () => {
    const { transport, requests } = connectTransport(stored, missing, created)
    const withThumbnail = { ...object, thumbnail: 'webp,AAAA' }
    await transport.put({ ...part, ...withThumbnail }, { signal })
    await transport.create(withThumbnail)
    const headers = { ...wanted, 'x-amz-meta-thumbnail': 'webp,AAAA' }
    expect(requests.map((request) => request.headers)).toMatchObject([headers, {}, headers])
  })

  test('is returned with the task that created it', async () => {
    const headers = { 'content-length': '7', 'last-modified': 'Mon, 01 Jun 2026 12:00:00 GMT', ...wanted }
    const { transport } = connectTransport({ status: 200, headers })
    const lastModified = Date.parse('2026-06-01T12:00:00Z')
    expect(await transport.head('k', { signal })).toEqual(ok({ size: 7, lastModified, madeBy: 'task-1' }))
  })

  test('is only created where there is none', async () => {
    const { transport, requests } = connectTransport(stored, missing, completed, {
      status: 412,
      xml: refusal('PreconditionFailed'),
    })
    await transport.put({ ...part, ...object }, { signal })
    const parts = [{ number: 1, size: 1, eTag: '"e"' }]
    expect((await transport.complete('k', 'u', parts)).ok).toBe(true)
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual(['*', undefined, '*'])
    expect(await transport.complete('k', 'u', parts)).toEqual(
      fail({ kind: 'refused', code: 'PreconditionFailed' }),
    )
  })
})
