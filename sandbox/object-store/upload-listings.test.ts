import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  ListPartsCommand,
} from '@aws-sdk/client-s3'
import { beforeAll, describe, expect, test } from 'vitest'
import { compareKeys } from './store/key-order.ts'
import { computeEtag } from './testing/digests.ts'
import { readError } from './testing/read-error.ts'
import { ana, ben, bucket, encodedShelf, shelf } from './testing/running-store.ts'
import { storeForFile } from './testing/store-for-file.ts'
import { uploadsBy } from './testing/uploads-by.ts'

const { running, send } = storeForFile()
const begin = uploadsBy(send)

test('lists parts by number, in pages', async () => {
  const upload = await begin(`${shelf}parts`)
  for (const number of [7, 1, 30, 2, 10_000]) await upload.part(number, `part ${number}`)
  const found: (number | undefined)[] = []
  let PartNumberMarker: string | undefined
  do {
    const page = await upload.parts({ MaxParts: 2, PartNumberMarker })
    found.push(...(page.Parts ?? []).map(({ PartNumber }) => PartNumber))
    PartNumberMarker = page.IsTruncated === true ? page.NextPartNumberMarker : undefined
  } while (PartNumberMarker !== undefined)
  expect(found).toEqual([1, 2, 7, 30, 10_000])
  const all = await upload.parts()
  expect(all).toMatchObject({ StorageClass: 'STANDARD', IsTruncated: false, Initiator: { ID: ana } })
  expect(all.Parts?.[0]).toMatchObject({
    PartNumber: 1,
    Size: 6,
    ETag: computeEtag('part 1'),
    LastModified: expect.any(Date),
  })
})

describe('open uploads', () => {
  const keys = [`${shelf}list/a`, `${shelf}list/a`, `${shelf}list/b/1`, `${shelf}list/b/2`, `${shelf}list/c`]
  const begun: { Key: string; UploadId: string | undefined }[] = []

  beforeAll(async () => {
    for (const Key of keys) begun.push({ Key, UploadId: (await begin(Key)).target.UploadId })
  })

  const list = (input: Partial<ListMultipartUploadsCommandInput> = {}) =>
    send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: `${shelf}list/`, ...input }))

  test.each([1, 2, 3, 1000])('are listed by key and age, in pages of %i', async (MaxUploads) => {
    const found: unknown[] = []
    let input: Partial<ListMultipartUploadsCommandInput> | undefined = {}
    while (input) {
      const page = await list({ MaxUploads, ...input })
      found.push(...(page.Uploads ?? []).map(({ Key, UploadId }) => ({ Key, UploadId })))
      input = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : undefined
    }
    expect(found).toHaveLength(begun.length)
    expect(found).toEqual(expect.arrayContaining(begun))
  })

  test.each([1, 2, 1000])('are grouped by a delimiter, in pages of %i', async (MaxUploads) => {
    const found: string[] = []
    let input: Partial<ListMultipartUploadsCommandInput> | undefined = {}
    while (input) {
      const page = await list({ MaxUploads, Delimiter: '/', ...input })
      found.push(...(page.Uploads ?? []).map(({ Key = '' }) => Key))
      found.push(...(page.CommonPrefixes ?? []).map(({ Prefix = '' }) => Prefix))
      input = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : undefined
    }
    expect(found.toSorted(compareKeys)).toEqual([
      `${shelf}list/a`,
      `${shelf}list/a`,
      `${shelf}list/b/`,
      `${shelf}list/c`,
    ])
  })

  test('are listed encoded, with initiator and time', async () => {
    await begin(`${shelf}listed é`)
    const found = await list({ Prefix: `${shelf}listed`, EncodingType: 'url' })
    expect(found.Uploads).toMatchObject([
      {
        Key: `${encodedShelf}listed+%C3%A9`,
        Initiator: { ID: ana },
        StorageClass: 'STANDARD',
        Initiated: expect.any(Date),
      },
    ])
  })

  test('of others cannot be continued', async () => {
    const upload = await begin(`protected/${ana}/a`)
    const others = running().createClient(ben)
    expect(await readError(others.send(new ListPartsCommand(upload.target)))).toBe('403 AccessDenied')
    expect(await readError(others.send(new AbortMultipartUploadCommand(upload.target)))).toBe(
      '403 AccessDenied',
    )
  })
})
