import { CreateMultipartUploadCommand, PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3'
import { beforeAll, describe, expect, test } from 'vitest'
import { ana, bucket } from '../sandbox/object-store/testing/running-store.ts'
import { storeForFile } from '../sandbox/object-store/testing/store-for-file.ts'
import { unwrap } from '../sandbox/testing/person-services.ts'
import type { ListCall, Listing } from '../src/stored-files/storage-calls.ts'
import { openStorage } from './testing/storage-client.ts'

const cleo = 'us-east-1:33333333-3333-4333-8333-333333333333'

const { running } = storeForFile()

const open = (identityId = ana) => openStorage(running(), { identityId })

describe('a listing', () => {
  const keys = [
    'a b+c.txt',
    'a.txt',
    'line\nbreak',
    'old',
    'videos/1.mp4',
    'videos/2.mp4',
    'videos/old/3.mp4',
    'é.txt',
    '😀.txt',
  ]

  beforeAll(async () => {
    const { storage } = open(cleo)
    for (const key of [...keys, 'videos/']) await storage.put({ level: 'private', key, body: key })
    await running()
      .createClient(cleo)
      .send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: `private/${cleo}/old`,
          Body: 'x',
          StorageClass: 'GLACIER',
        }),
      )
  })

  const list = async (call: ListCall = {}) =>
    unwrap(await open(cleo).storage.list({ ...call, level: 'private' }))
  const listNames = ({ files }: Listing) => files.map(({ key }) => key)

  test.each([1, 2] as const)(
    'of version %i returns every key as it was put, and describes each object',
    async (version) => {
      const listing = await list({ version })
      expect(listNames(listing)).toEqual(keys.toSpliced(4, 0, 'videos/'))
      expect(listing.files.find(({ key }) => key === 'a.txt')).toMatchObject({
        size: 5,
        eTag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
        lastModified: expect.toSatisfy((time: number) => Math.abs(Date.now() - time) < 60_000),
        storageClass: 'STANDARD',
      })
      expect(listing.files.find(({ key }) => key === 'old')?.storageClass).toBe('GLACIER')
      expect(listing.keyCount).toBe(listing.files.length)
      expect(listing.isTruncated).toBe(false)
    },
  )

  test.each([1, 2] as const)('of version %i shows a folder without deeper levels', async (version) => {
    expect((await list({ version, delimiter: '/' })).folders).toEqual(['videos/'])
    const folder = await list({ version, delimiter: '/', path: 'videos/' })
    expect(listNames(folder)).toEqual(['videos/1.mp4', 'videos/2.mp4'])
    expect(folder.folders).toEqual(['videos/old/'])
  })

  test.each([
    [1, undefined],
    [1, '/'],
    [2, undefined],
    [2, '/'],
  ] as const)('of version %i with the delimiter %s continues page by page', async (version, delimiter) => {
    const common = { maxKeys: 2, ...(delimiter && { delimiter }) }
    const whole = await list({ version, ...(delimiter && { delimiter }) })
    const seen: string[] = []
    let page: Listing | undefined
    do {
      page = await list(
        version === 1
          ? { ...common, version, ...(page?.nextMarker !== undefined && { marker: page.nextMarker }) }
          : {
              ...common,
              ...(page?.nextContinuationToken !== undefined && {
                continuationToken: page.nextContinuationToken,
              }),
            },
      )
      seen.push(...page.files.map(({ key }) => key), ...page.folders)
    } while (page.isTruncated)
    expect(seen.toSorted()).toEqual([...whole.files.map(({ key }) => key), ...whole.folders].toSorted())
  })

  test('starts after a key', async () => {
    expect(listNames(await list({ startAfter: 'videos/old/3.mp4' }))).toEqual(['é.txt', '😀.txt'])
  })

  test('returns the owners when they are requested; version 1 always does', async () => {
    expect((await list()).files[0]?.owner).toBeUndefined()
    expect((await list({ fetchOwner: true })).files[0]?.owner).toBeTypeOf('string')
    expect((await list({ version: 1 })).files[0]?.owner).toBeTypeOf('string')
  })

  test('of the files of another customer is refused', async () => {
    const result = await open().storage.list({ level: 'private', identityId: cleo })
    expect(result).toMatchObject({ error: { kind: 'refused', code: 'AccessDenied' } })
  })
})

test('lists the parts of an upload page by page', async () => {
  const client = running().createClient(ana)
  const target = { Bucket: bucket, Key: `public/${ana}/parts` }
  const { UploadId = '' } = await client.send(new CreateMultipartUploadCommand(target))
  for (const PartNumber of [1, 2, 3])
    await client.send(
      new UploadPartCommand({ ...target, UploadId, PartNumber, Body: 'x'.repeat(PartNumber) }),
    )
  const { storage } = open()
  const call = { key: 'parts', uploadId: UploadId, maxParts: 2 }
  const first = unwrap(await storage.listParts(call))
  expect(first).toMatchObject({
    parts: [
      { number: 1, size: 1 },
      { number: 2, size: 2 },
    ],
    isTruncated: true,
    nextPartNumberMarker: 2,
    storageClass: 'STANDARD',
  })
  const second = unwrap(await storage.listParts({ ...call, partNumberMarker: 2 }))
  expect(second).toMatchObject({ parts: [{ number: 3, size: 3 }], isTruncated: false })
  expect(second.nextPartNumberMarker).toBeUndefined()
  expect(await storage.listParts({ ...call, uploadId: 'gone' })).toMatchObject({
    error: { kind: 'not-found', code: 'NoSuchUpload' },
  })
})

test('the next page of parts follows the last part if the object store does not name a marker', async () => {
  const page = `<ListPartsResult><IsTruncated>true</IsTruncated>
    <Part><PartNumber>1</PartNumber><ETag>"a"</ETag><Size>1</Size></Part>
    <Part><PartNumber>2</PartNumber><ETag>"b"</ETag><Size>1</Size></Part></ListPartsResult>`
  const { storage } = openStorage(running(), {
    fault: () =>
      new Response(page, { headers: { 'content-type': 'application/xml', 'x-amz-request-id': '1' } }),
  })
  expect(unwrap(await storage.listParts({ key: 'parts', uploadId: 'any' }))).toMatchObject({
    isTruncated: true,
    nextPartNumberMarker: 2,
  })
})
