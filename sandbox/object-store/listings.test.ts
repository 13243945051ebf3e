import {
  ListObjectsCommand,
  type ListObjectsCommandInput,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
} from '@aws-sdk/client-s3'
import { beforeAll, describe, expect, test } from 'vitest'
import { compareKeys } from './store/key-order.ts'
import { objectCalls } from './testing/object-calls.ts'
import { readError } from './testing/read-error.ts'
import { bucket, encodedShelf, shelf } from './testing/running-store.ts'
import { storeForFile } from './testing/store-for-file.ts'

const { send } = storeForFile()
const { put } = objectCalls(send)

const keys = [
  `${shelf}a b+c.txt`,
  `${shelf}a.txt`,
  `${shelf}videos/1.mp4`,
  `${shelf}videos/2.mp4`,
  `${shelf}videos/old/3.mp4`,
  `${shelf}é.txt`,
  `${shelf}\uFFFD.txt`,
  `${shelf}😀.txt`,
]

beforeAll(async () => {
  for (const key of keys.toReversed()) await put(key, key)
})

type Listed = {
  Contents?: { Key?: string | undefined }[] | undefined
  CommonPrefixes?: { Prefix?: string | undefined }[] | undefined
}

const names = ({ Contents = [], CommonPrefixes = [] }: Listed) => [
  ...Contents.map(({ Key = '' }) => Key),
  ...CommonPrefixes.map(({ Prefix = '' }) => Prefix),
]

const listV1 = (input: Partial<ListObjectsCommandInput> = {}) =>
  send(new ListObjectsCommand({ Bucket: bucket, Prefix: shelf, ...input }))

const listV2 = (input: Partial<ListObjectsV2CommandInput> = {}) =>
  send(new ListObjectsV2Command({ Bucket: bucket, Prefix: shelf, ...input }))

const allV1 = async (input: Partial<ListObjectsCommandInput>) => {
  const found: string[] = []
  for (let Marker: string | undefined = ''; Marker !== undefined;) {
    const page = await listV1({ ...input, Marker })
    expect(names(page).length).toBeLessThanOrEqual(input.MaxKeys ?? 1000)
    found.push(...names(page))
    Marker = page.IsTruncated === true ? (page.NextMarker ?? page.Contents?.at(-1)?.Key) : undefined
  }
  return found
}

const allV2 = async (input: Partial<ListObjectsV2CommandInput>) => {
  const found: string[] = []
  let ContinuationToken: string | undefined
  do {
    const page = await listV2({ ...input, ContinuationToken })
    expect(page.KeyCount).toBe(names(page).length)
    found.push(...names(page))
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken !== undefined)
  return found
}

describe.each([
  { Prefix: shelf, expected: keys },
  {
    Prefix: shelf,
    Delimiter: '/',
    expected: [...keys.filter((key) => !key.includes('videos')), `${shelf}videos/`],
  },
  {
    Prefix: `${shelf}videos/`,
    Delimiter: '/',
    expected: [`${shelf}videos/1.mp4`, `${shelf}videos/2.mp4`, `${shelf}videos/old/`],
  },
  { Prefix: `${shelf}vid`, expected: keys.filter((key) => key.includes('videos')) },
  { Prefix: `${shelf}none/`, expected: [] },
])('$Prefix by "$Delimiter"', ({ expected, ...query }) => {
  test.each([1, 2, 3, 1000])('returns every key once in pages of %i, in both versions', async (MaxKeys) => {
    expect((await allV1({ ...query, MaxKeys })).toSorted(compareKeys)).toEqual(expected.toSorted(compareKeys))
    expect((await allV2({ ...query, MaxKeys })).toSorted(compareKeys)).toEqual(expected.toSorted(compareKeys))
  })
})

test('returns keys in the order of their UTF-8 bytes', async () => {
  expect(await allV2({ MaxKeys: 3 })).toEqual(keys)
})

test('lists an object with tag, size, time and class', async () => {
  const { Contents } = await listV2({ Prefix: `${shelf}a.txt` })
  expect(Contents).toMatchObject([
    {
      Key: `${shelf}a.txt`,
      Size: `${shelf}a.txt`.length,
      StorageClass: 'STANDARD',
      ETag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    },
  ])
  expect(Contents?.[0]?.LastModified?.getTime()).toBeGreaterThan(Date.now() - 60_000)
})

test('version 1 always returns the owner, version 2 on request', async () => {
  const owner = { DisplayName: bucket, ID: expect.stringMatching(/^[0-9a-f]{64}$/) }
  expect((await listV1()).Contents?.[0]?.Owner).toEqual(owner)
  expect((await listV2()).Contents?.[0]?.Owner).toBeUndefined()
  expect((await listV2({ FetchOwner: true })).Contents?.[0]?.Owner).toEqual(owner)
})

test('version 1 returns the next marker only with a delimiter', async () => {
  expect(await listV1({ MaxKeys: 1 })).not.toHaveProperty('NextMarker')
  expect(await listV1({ MaxKeys: 1, Delimiter: '/' })).toMatchObject({ NextMarker: keys[0] })
})

test('version 2 starts after any key, whether it exists or not, and repeats it in the response', async () => {
  const found = await listV2({ StartAfter: `${shelf}videos/1.mp5` })
  expect(found.StartAfter).toBe(`${shelf}videos/1.mp5`)
  expect(names(found)).toEqual(keys.slice(3))
  expect(names(await listV2({ StartAfter: keys[3] }))).toEqual(keys.slice(4))
})

test('a continuation token overrides start-after', async () => {
  const { NextContinuationToken } = await listV2({ MaxKeys: 2 })
  const input = { ContinuationToken: NextContinuationToken, StartAfter: `${shelf}z`, MaxKeys: 1 }
  expect(names(await listV2(input))).toEqual([keys[2]])
})

test('keys are percent-encoded on request', async () => {
  const found = await listV2({ EncodingType: 'url', MaxKeys: 1 })
  expect(found).toMatchObject({ EncodingType: 'url', Contents: [{ Key: `${encodedShelf}a+b%2Bc.txt` }] })
  expect(await listV1({ EncodingType: 'url', Prefix: `${shelf}😀`, Delimiter: '/' })).toMatchObject({
    Prefix: `${encodedShelf}%F0%9F%98%80`,
    Delimiter: '/',
  })
})

test('returns an empty, final page for a limit of zero', async () => {
  expect(await listV2({ MaxKeys: 0 })).toMatchObject({ KeyCount: 0, IsTruncated: false, MaxKeys: 0 })
})

test('never lists more than a thousand keys at once', async () => {
  expect(await listV2({ MaxKeys: 5000 })).toMatchObject({ MaxKeys: 1000 })
})

test('refuses invalid paging parameters', async () => {
  expect(await readError(listV2({ MaxKeys: -1 }))).toBe('400 InvalidArgument')
  expect(await readError(listV2({ ContinuationToken: 'not one of ours' }))).toBe('400 InvalidArgument')
  const EncodingType = 'base64' as 'url'
  expect(await readError(listV2({ EncodingType }))).toBe('400 InvalidArgument')
})
