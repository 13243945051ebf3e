import { type GetObjectCommandInput, HeadObjectCommand } from '@aws-sdk/client-s3'
import { beforeAll, describe, expect, test } from 'vitest'
import { computeEtag } from './testing/digests.ts'
import { objectCalls } from './testing/object-calls.ts'
import { readError } from './testing/read-error.ts'
import { bucket, shelf } from './testing/running-store.ts'
import { storeForFile } from './testing/store-for-file.ts'

const { send } = storeForFile()
const { put, get, read } = objectCalls(send)

describe('ranges', () => {
  beforeAll(() => put(`${shelf}range`, '0123456789'))

  test.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=3-5', '345', 'bytes 3-5/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=0-99', '0123456789', 'bytes 0-9/10'],
  ])('%s', async (Range, text, ContentRange) => {
    const found = await get(`${shelf}range`, { Range })
    expect(found.$metadata.httpStatusCode).toBe(206)
    expect(found).toMatchObject({ ContentRange, ContentLength: text.length })
    expect(await found.Body?.transformToString()).toBe(text)
  })

  test('returns the whole object for several ranges', async () => {
    const found = await get(`${shelf}range`, { Range: 'bytes=0-1,4-5' })
    expect(found.$metadata.httpStatusCode).toBe(200)
    expect(await found.Body?.transformToString()).toBe('0123456789')
  })

  test('refuses a range beyond the end', async () => {
    expect(await readError(get(`${shelf}range`, { Range: 'bytes=10-' }))).toBe('416 InvalidRange')
  })
})

describe('conditions', () => {
  const tag = computeEtag('condition')
  const other = computeEtag('other')
  const before = new Date(Date.now() - 60_000)
  const after = new Date(Date.now() + 60_000)

  beforeAll(() => put(`${shelf}condition`, 'condition'))

  const met = async (call: Promise<{ $metadata: { httpStatusCode?: number } }>) =>
    (await call).$metadata.httpStatusCode

  test.each<[Partial<GetObjectCommandInput>]>([
    [{ IfMatch: tag }],
    [{ IfMatch: '*' }],
    [{ IfMatch: `${other}, ${tag}` }],
    [{ IfNoneMatch: other }],
    [{ IfModifiedSince: before }],
    [{ IfUnmodifiedSince: after }],
    [{ IfMatch: tag, IfUnmodifiedSince: before }],
    [{ IfNoneMatch: other, IfModifiedSince: after }],
  ])('are met: %j', async (input) => {
    expect(await met(get(`${shelf}condition`, input))).toBe(200)
    expect(
      await met(send(new HeadObjectCommand({ Bucket: bucket, Key: `${shelf}condition`, ...input }))),
    ).toBe(200)
  })

  test.each<[Partial<GetObjectCommandInput>, string]>([
    [{ IfMatch: other }, '412 PreconditionFailed'],
    [{ IfUnmodifiedSince: before }, '412 PreconditionFailed'],
    [{ IfNoneMatch: tag }, '304 NotModified'],
    [{ IfNoneMatch: '*' }, '304 NotModified'],
    [{ IfModifiedSince: after }, '304 NotModified'],
    [{ IfMatch: tag, IfNoneMatch: tag }, '304 NotModified'],
  ])('are not met: %j', async (input, expected) => {
    const found = await readError(get(`${shelf}condition`, input))
    expect(found.slice(0, 3)).toBe(expected.slice(0, 3))
  })

  test('allow a put to require a new key', async () => {
    await put(`${shelf}new`, 'first', { IfNoneMatch: '*' })
    expect(await readError(put(`${shelf}new`, 'second', { IfNoneMatch: '*' }))).toBe('412 PreconditionFailed')
    expect(await read(`${shelf}new`)).toBe('first')
  })

  test('allow a put to require the object that it replaces', async () => {
    const { ETag } = await put(`${shelf}replaced`, 'first')
    await put(`${shelf}replaced`, 'second', { IfMatch: ETag })
    expect(await readError(put(`${shelf}replaced`, 'third', { IfMatch: ETag }))).toBe(
      '412 PreconditionFailed',
    )
    expect(await readError(put(`${shelf}absent`, 'x', { IfMatch: ETag }))).toBe('404 NoSuchKey')
    expect(await read(`${shelf}replaced`)).toBe('second')
  })

  test('let exactly one of many simultaneous puts that require a new key succeed', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) => put(`${shelf}race`, String(at), { IfNoneMatch: '*' })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
