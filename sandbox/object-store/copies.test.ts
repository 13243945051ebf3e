import { CopyObjectCommand, DeleteObjectCommand } from '@aws-sdk/client-s3'
import { beforeAll, describe, expect, test } from 'vitest'
import { tagOf } from './testing/digests.ts'
import { objectCalls } from './testing/object-calls.ts'
import { refusal } from './testing/refusal.ts'
import { bucket } from './testing/running-store.ts'
import { storeForFile } from './testing/store-for-file.ts'

const { send } = storeForFile()
const { put, get, read } = objectCalls(send)

describe('copies', () => {
  const copy = (key: string, source: string, input = {}) =>
    send(new CopyObjectCommand({ Bucket: bucket, Key: key, CopySource: source, ...input }))

  beforeAll(() => put('public/source', 'source', { ContentType: 'text/plain', Metadata: { a: '1' } }))

  test('keep bytes, type and metadata, and outlive their source', async () => {
    await put('public/short-lived', 'source', { ContentType: 'text/plain', Metadata: { a: '1' } })
    const { CopyObjectResult } = await copy('public/kept-copy', `/${bucket}/public/short-lived`)
    expect(CopyObjectResult?.ETag).toBe(tagOf('source'))
    await send(new DeleteObjectCommand({ Bucket: bucket, Key: 'public/short-lived' }))
    expect(await get('public/kept-copy')).toMatchObject({ ContentType: 'text/plain', Metadata: { a: '1' } })
    expect(await read('public/kept-copy')).toBe('source')
  })

  test('take new metadata on request', async () => {
    await copy('public/new-metadata', `${bucket}/public/source`, {
      MetadataDirective: 'REPLACE',
      ContentType: 'text/html',
      Metadata: { b: '2' },
    })
    expect(await get('public/new-metadata')).toMatchObject({ ContentType: 'text/html', Metadata: { b: '2' } })
  })

  test('onto themselves need new metadata', async () => {
    const onto = (input: object) => copy('public/source', `${bucket}/public/source`, input)
    expect(await refusal(onto({}))).toBe('400 InvalidRequest')
    await onto({ MetadataDirective: 'REPLACE', Metadata: { a: '2' } })
    expect(await read('public/source')).toBe('source')
    expect(await get('public/source')).toMatchObject({ Metadata: { a: '2' } })
  })

  test.each([
    ['a missing source', `${bucket}/public/missing`, {}, '404 NoSuchKey'],
    ['another bucket', 'elsewhere/public/source', {}, '404 NoSuchBucket'],
    ['no key', bucket, {}, '400 InvalidArgument'],
    ['somebody’s private file', `${bucket}/private/somebody/a`, {}, '403 AccessDenied'],
    ['another tag', `${bucket}/public/source`, { CopySourceIfMatch: '"x"' }, '412 PreconditionFailed'],
    [
      'an unwanted tag',
      `${bucket}/public/source`,
      { CopySourceIfNoneMatch: tagOf('source') },
      '412 PreconditionFailed',
    ],
  ])('are refused for %s', async (_name, source, input, expected) => {
    expect(await refusal(copy('public/refused', source, input))).toBe(expected)
  })
})
