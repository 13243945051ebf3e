import { DeleteObjectCommand, DeleteObjectsCommand } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { objectCalls } from './testing/object-calls.ts'
import { readError } from './testing/read-error.ts'
import { bucket, shelf } from './testing/running-store.ts'
import { storeForFile } from './testing/store-for-file.ts'

const { send, filesIn } = storeForFile()
const { put, get } = objectCalls(send)

test('deleting returns 204, even when there is no object', async () => {
  await put(`${shelf}deleted`, 'x')
  for (let times = 0; times < 2; times += 1) {
    const response = await send(new DeleteObjectCommand({ Bucket: bucket, Key: `${shelf}deleted` }))
    expect(response.$metadata.httpStatusCode).toBe(204)
  }
  expect(await readError(get(`${shelf}deleted`))).toBe('404 NoSuchKey')
})

test('deleting many reports on each key on its own', async () => {
  const keys = [`${shelf}many & <1>`, `${shelf}many/ 2 `, `${shelf}many/\r\n3`]
  await Promise.all(keys.map((key) => put(key, key)))
  const Objects = [...keys, `${shelf}never`, 'private/somebody/else'].map((Key) => ({ Key }))
  const { Deleted, Errors } = await send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects } }))
  expect(Deleted?.map(({ Key }) => Key)).toEqual([...keys, `${shelf}never`])
  expect(Errors).toMatchObject([{ Key: 'private/somebody/else', Code: 'AccessDenied' }])
  for (const key of keys) expect(await readError(get(key))).toBe('404 NoSuchKey')
})

test('deleting many quietly reports only failures', async () => {
  const Delete = { Quiet: true, Objects: [{ Key: `${shelf}a` }, { Key: 'private/somebody/else' }] }
  const { Deleted, Errors } = await send(new DeleteObjectsCommand({ Bucket: bucket, Delete }))
  expect(Deleted).toBeUndefined()
  expect(Errors).toHaveLength(1)
})

test('deleting none, or more than a thousand, is MalformedXML', async () => {
  const remove = (count: number) =>
    send(
      new DeleteObjectsCommand({
        Bucket: bucket,
        Delete: { Objects: Array.from({ length: count }, (_, at) => ({ Key: `${shelf}${at}` })) },
      }),
    )
  expect(await readError(remove(0))).toBe('400 MalformedXML')
  expect(await readError(remove(1001))).toBe('400 MalformedXML')
  expect((await remove(1000)).Deleted).toHaveLength(1000)
})

test('removes the bytes of replaced and deleted objects from the disk', async () => {
  const before = filesIn('blobs').length
  await put(`${shelf}garbage`, 'one')
  await put(`${shelf}garbage`, 'two')
  expect(filesIn('blobs')).toHaveLength(before + 1)
  await send(new DeleteObjectCommand({ Bucket: bucket, Key: `${shelf}garbage` }))
  expect(filesIn('blobs')).toHaveLength(before)
})
