import { CopyObjectCommand, DeleteObjectCommand } from '@aws-sdk/client-s3'
import { beforeAll, describe, expect, test } from 'vitest'
import { computeEtag } from './testing/digests.ts'
import { objectCalls } from './testing/object-calls.ts'
import { readError } from './testing/read-error.ts'
import { bucket, shelf } from './testing/running-store.ts'
import { storeForFile } from './testing/store-for-file.ts'

const { send } = storeForFile()
const { put, get, read } = objectCalls(send)

describe('copies', () => {
  const copy = (key: string, source: string, input = {}) =>
    send(new CopyObjectCommand({ Bucket: bucket, Key: key, CopySource: source, ...input }))

  beforeAll(() => put(`${shelf}source`, 'source', { ContentType: 'text/plain', Metadata: { a: '1' } }))

  test('keep bytes, type and metadata, and remain when their source is deleted', async () => {
    await put(`${shelf}short-lived`, 'source', { ContentType: 'text/plain', Metadata: { a: '1' } })
    const { CopyObjectResult } = await copy(`${shelf}kept-copy`, `/${bucket}/${shelf}short-lived`)
    expect(CopyObjectResult?.ETag).toBe(computeEtag('source'))
    await send(new DeleteObjectCommand({ Bucket: bucket, Key: `${shelf}short-lived` }))
    expect(await get(`${shelf}kept-copy`)).toMatchObject({ ContentType: 'text/plain', Metadata: { a: '1' } })
    expect(await read(`${shelf}kept-copy`)).toBe('source')
  })

  test('get new metadata on request', async () => {
    await copy(`${shelf}new-metadata`, `${bucket}/${shelf}source`, {
      MetadataDirective: 'REPLACE',
      ContentType: 'text/html',
      Metadata: { b: '2' },
    })
    expect(await get(`${shelf}new-metadata`)).toMatchObject({
      ContentType: 'text/html',
      Metadata: { b: '2' },
    })
  })

  test('onto themselves require new metadata', async () => {
    const onto = (input: object) => copy(`${shelf}source`, `${bucket}/${shelf}source`, input)
    expect(await readError(onto({}))).toBe('400 InvalidRequest')
    await onto({ MetadataDirective: 'REPLACE', Metadata: { a: '2' } })
    expect(await read(`${shelf}source`)).toBe('source')
    expect(await get(`${shelf}source`)).toMatchObject({ Metadata: { a: '2' } })
  })

  test.each([
    ['a missing source', `${bucket}/${shelf}missing`, {}, '404 NoSuchKey'],
    ['another bucket', 'elsewhere/public/source', {}, '404 NoSuchBucket'],
    ['no key', bucket, {}, '400 InvalidArgument'],
    ['somebody’s private file', `${bucket}/private/somebody/a`, {}, '403 AccessDenied'],
    ['another tag', `${bucket}/${shelf}source`, { CopySourceIfMatch: '"x"' }, '412 PreconditionFailed'],
    [
      'an unwanted tag',
      `${bucket}/${shelf}source`,
      { CopySourceIfNoneMatch: computeEtag('source') },
      '412 PreconditionFailed',
    ],
  ])('are refused for %s', async (_name, source, input, expected) => {
    expect(await readError(copy(`${shelf}refused`, source, input))).toBe(expected)
  })
})
