import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JournalEntry } from './store/entries.ts'
import { readJournal, rewriteJournal } from './store/journal.ts'
import { readError } from './testing/read-error.ts'
import { ana, bucket, type RunningStore, startObjectStore, shelf } from './testing/running-store.ts'

let store: RunningStore

beforeEach(async () => {
  store = await startObjectStore()
})

afterEach(async () => {
  await store.stop()
  store.remove()
})

const restart = async (whileStopped: () => void = () => undefined) => {
  await store.stop()
  whileStopped()
  store = await startObjectStore({ directory: store.directory })
}

const target = { Bucket: bucket, Key: `${shelf}video.mp4` }
const put = (Key: string, Body: string) =>
  store.createClient(ana).send(new PutObjectCommand({ Bucket: bucket, Key, Body }))
const read = async (Key: string) => {
  const { Body } = await store.createClient(ana).send(new GetObjectCommand({ Bucket: bucket, Key }))
  return Body?.transformToString()
}
const journal = () => join(store.directory, 'journal.ndjson')
const blobs = () => readdirSync(join(store.directory, 'blobs'))

test('continues an open upload where it stopped', async () => {
  const first = Buffer.alloc(5 * 1024 * 1024, 'a')
  const begun = { ...target, ContentType: 'video/mp4' }
  const { UploadId } = await store.createClient(ana).send(new CreateMultipartUploadCommand(begun))
  const upload = { ...target, UploadId }
  await store.createClient(ana).send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: first }))
  await restart()
  const client = store.createClient(ana)
  const { Parts } = await client.send(new ListPartsCommand(upload))
  expect(Parts).toMatchObject([{ PartNumber: 1, Size: first.length }])
  const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber: 2, Body: 'end' }))
  await restart()
  const completion = {
    Parts: [
      { PartNumber: 1, ETag: Parts?.[0]?.ETag },
      { PartNumber: 2, ETag },
    ],
  }
  await store
    .createClient(ana)
    .send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: completion }))
  await restart()
  expect(await read(target.Key)).toBe(`${first.toString()}end`)
  expect(await readError(store.createClient(ana).send(new ListPartsCommand(upload)))).toBe('404 NoSuchUpload')
})

test('keeps objects, replacements, copies and deletions', async () => {
  await put(`${shelf}replaced`, 'old')
  await put(`${shelf}replaced`, 'new')
  await put(`${shelf}deleted`, 'gone')
  const client = store.createClient(ana)
  await client.send(
    new CopyObjectCommand({ Bucket: bucket, Key: `${shelf}copy`, CopySource: `${bucket}/${shelf}deleted` }),
  )
  await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: `${shelf}deleted` }))
  await restart()
  expect(await read(`${shelf}replaced`)).toBe('new')
  expect(await read(`${shelf}copy`)).toBe('gone')
  expect(await readError(read(`${shelf}deleted`))).toBe('404 NoSuchKey')
  expect(blobs()).toHaveLength(2)
  await store.createClient(ana).send(new DeleteObjectCommand({ Bucket: bucket, Key: `${shelf}copy` }))
  expect(blobs()).toHaveLength(1)
})

test('shortens the journal at the start to the current state', async () => {
  for (let at = 0; at < 20; at += 1) await put(`${shelf}same`, String(at))
  expect(readFileSync(journal(), 'utf8').trim().split('\n')).toHaveLength(20)
  await restart()
  expect(readFileSync(journal(), 'utf8').trim().split('\n')).toHaveLength(1)
  expect(await read(`${shelf}same`)).toBe('19')
})

test('removes what a crash left incomplete, and leaves the rest untouched', async () => {
  await put(`${shelf}kept`, 'kept')
  await restart(() => {
    appendFileSync(journal(), '{"type":"object-stored","object":{"buck')
    writeFileSync(join(store.directory, 'incoming', 'half a body'), 'x')
    writeFileSync(join(store.directory, 'blobs', 'without an entry'), 'x')
  })
  expect(await read(`${shelf}kept`)).toBe('kept')
  expect(blobs()).toHaveLength(1)
  expect(readdirSync(join(store.directory, 'incoming'))).toEqual([])
  await put(`${shelf}after`, 'after')
  await restart()
  expect(await read(`${shelf}after`)).toBe('after')
})

test('aborts the download of an object whose file is missing, instead of a short success', async () => {
  await put(`${shelf}lost`, 'x'.repeat(100))
  for (const blob of blobs()) rmSync(join(store.directory, 'blobs', blob))
  await expect(read(`${shelf}lost`)).rejects.toThrow(/socket hang up|aborted/)
  expect(store.faults.splice(0)).toHaveLength(1)
})

test('reads 20,000 objects at the start, and lists them in pages', async () => {
  const count = 20_000
  await put(`${shelf}template`, 'x')
  const template = readJournal(journal())[0]
  if (template?.type !== 'object-stored') throw new Error('The first entry is not an object.')
  const entries = Array.from({ length: count }, (_, at): JournalEntry => {
    const key = `${shelf}many/${(at * 7919) % count}`
    return { ...template, object: { ...template.object, key } }
  })
  await restart(() => rewriteJournal(journal(), entries))
  const client = store.createClient(ana)
  let found = 0
  let ContinuationToken: string | undefined
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: `${shelf}many/`, ContinuationToken }),
    )
    found += page.KeyCount ?? 0
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken !== undefined)
  expect(found).toBe(count)
})
