import { CopyObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'
import { objectCalls } from './testing/object-calls.ts'
import { readError } from './testing/read-error.ts'
import { bucket, shelf } from './testing/running-store.ts'
import { storeForFile } from './testing/store-for-file.ts'

const { send } = storeForFile()
const { put, get, read } = objectCalls(send)

describe('an object in an archive', () => {
  const archived = `${shelf}archived`

  test.each(['GLACIER', 'DEEP_ARCHIVE'] as const)(
    'of the class %s can be listed, but not read',
    async (kind) => {
      await put(archived, 'old', { StorageClass: kind })
      const head = await send(new HeadObjectCommand({ Bucket: bucket, Key: archived }))
      expect(head.StorageClass).toBe(kind)
      expect(await readError(get(archived))).toBe('403 InvalidObjectState')
    },
  )

  test('cannot be copied from', async () => {
    await put(archived, 'old', { StorageClass: 'GLACIER' })
    const copy = new CopyObjectCommand({
      Bucket: bucket,
      Key: `${shelf}copy`,
      CopySource: `${bucket}/${archived}`,
    })
    expect(await readError(send(copy))).toBe('403 ObjectNotInActiveTierError')
  })

  test('leaves it when it is replaced by a new object', async () => {
    await put(archived, 'old', { StorageClass: 'GLACIER' })
    await put(archived, 'new')
    expect(await read(archived)).toBe('new')
  })
})

test('gives a copy the requested storage class, not that of its source', async () => {
  await put(`${shelf}rare`, 'rare', { StorageClass: 'STANDARD_IA' })
  const copy = new CopyObjectCommand({
    Bucket: bucket,
    Key: `${shelf}usual`,
    CopySource: `${bucket}/${shelf}rare`,
  })
  await send(copy)
  expect((await get(`${shelf}rare`)).StorageClass).toBe('STANDARD_IA')
  expect((await get(`${shelf}usual`)).StorageClass).toBeUndefined()
})

test('refuses an unknown storage class', async () => {
  const storageClass = 'ATTIC' as 'STANDARD'
  expect(await readError(put(`${shelf}x`, 'x', { StorageClass: storageClass }))).toBe(
    '400 InvalidStorageClass',
  )
})
