import { describe, expect, test } from 'vitest'
import { fail, ok } from '../../../lib/result.ts'
import { connectTransport, part, refusal, stored, type Reply } from '../testing/connected-transport.ts'
import type { ObjectTransport } from './object-transport.ts'

const { signal } = new AbortController()
const object = { ...part, type: '', madeBy: 'task-1' }

const calls: [string, (transport: ObjectTransport) => Promise<unknown>][] = [
  ['create', ({ create }) => create(object)],
  ['sendPart', ({ sendPart }) => sendPart(part, { signal })],
  ['complete', ({ complete }) => complete('k', 'u', [])],
  ['put', ({ put }) => put(object, { signal })],
  ['listParts', ({ listParts }) => listParts('k', 'u', { signal })],
  ['listUploads', ({ listUploads }) => listUploads('k', { signal })],
  ['abort', ({ abort }) => abort('k', 'u')],
  ['remove', ({ remove }) => remove('k')],
  ['head', ({ head }) => head('k', { signal })],
]

const page = '<html><body><h1>Welcome to the Wi-Fi</h1></body></html>'
const answers: [string, Reply][] = [
  ['a page', { status: 200, xml: page }],
  ['a page that is no XML', { status: 200, xml: '<html><p>Welcome<br></html>' }],
  ['nothing', { status: 200 }],
  ['a refusal of a firewall', { status: 403, xml: page }],
  ['a refusal without a word', { status: 403 }],
  ['a proxy that wants a password', { status: 407 }],
]

describe.each(answers)('%s in place of the store', (answer, reply) => {
  // S3 itself answers a failed Complete with an empty response (specification §8).
  const isOfStore = (name: string) => answer === 'nothing' && name === 'complete'

  test.each(calls.filter(([name]) => !isOfStore(name)))(
    'is a passing foreign answer to %s',
    async (_name, call) => {
      expect(await call(connectTransport(reply).transport)).toEqual(fail({ kind: 'foreign-answer' }))
    },
  )
})

describe('a success that does not say what was stored', () => {
  const found = (size: number, madeBy = object.madeBy) => ({
    status: 200,
    headers: {
      'content-length': String(size),
      'last-modified': 'Mon, 01 Jun 2026 12:00:00 GMT',
      'x-amz-meta-upload': madeBy,
    },
  })
  const { size } = part.body

  test('of a whole object counts when the object is there', async () => {
    const { transport } = connectTransport({ status: 200 }, found(size))
    expect(await transport.put(object, { signal })).toEqual(ok({}))
  })

  test.each<[string, Reply]>([
    ['nothing', { status: 404 }],
    ['an object of another size', found(size + 1)],
    ["another task's object", found(size, 'task-2')],
  ])('of a whole object does not count when there is %s', async (_, reply) => {
    const { transport } = connectTransport({ status: 200 }, reply)
    expect(await transport.put(object, { signal })).toEqual(fail({ kind: 'foreign-answer' }))
  })

  test.each<[string, Reply, object]>([
    ['is none where there is nothing', { status: 404 }, fail({ kind: 'foreign-answer' })],
    ['counts when the object is there', found(size), ok({ eTag: '"5f3-page"' })],
  ])("of a whole object with a page's ETag, without a checksum, %s", async (_, reply, result) => {
    const { transport } = connectTransport({ status: 200, headers: { etag: '"5f3-page"' } }, reply)
    expect(await transport.put(object, { signal })).toEqual(result)
  })

  test.each<[string, Reply, object]>([
    ['is none where there is nothing', { status: 404 }, fail({ kind: 'foreign-answer' })],
    ["is none where there is another task's", found(size, 'task-2'), fail({ kind: 'foreign-answer' })],
    ['counts when the object is there', found(size), ok({ eTag: '"e"', checksum: part.checksum })],
    // The end of the upload checks once more whether the object is stored.
    ['is to be looked for again where nothing answers', new Error('cut'), ok({ eTag: '"e"' })],
  ])('of a whole object with the checksum that was sent %s', async (_, reply, result) => {
    const { transport, requests } = connectTransport(stored, reply)
    expect(await transport.put(object, { signal })).toEqual(result)
    expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  })

  test('of a part does not count if the part is not listed', async () => {
    const none = '<ListPartsResult><IsTruncated>false</IsTruncated></ListPartsResult>'
    const { transport } = connectTransport({ status: 200 }, { status: 200, xml: none })
    expect(await transport.sendPart(part, { signal })).toEqual(fail({ kind: 'foreign-answer' }))
  })

  test("of a part with a page's ETag, without a checksum, does not count if the part is not listed", async () => {
    const none = '<ListPartsResult><IsTruncated>false</IsTruncated></ListPartsResult>'
    const page = { status: 200, headers: { etag: '"5f3-page"' } }
    const { transport } = connectTransport(page, { status: 200, xml: none })
    expect(await transport.sendPart(part, { signal })).toEqual(fail({ kind: 'foreign-answer' }))
  })

  test('of a part without a checksum counts when the part is listed, and later parts are not checked', async () => {
    const xml = `<ListPartsResult><IsTruncated>false</IsTruncated><Part><PartNumber>${part.number}</PartNumber><ETag>"e"</ETag><Size>5</Size></Part></ListPartsResult>`
    const withoutChecksum = { status: 200, headers: { etag: '"e"' } }
    const { requests, transport } = connectTransport(withoutChecksum, { status: 200, xml }, withoutChecksum)
    expect(await transport.sendPart(part, { signal })).toEqual(ok({ eTag: '"e"' }))
    expect(await transport.sendPart(part, { signal })).toEqual(ok({ eTag: '"e"' }))
    expect(requests.map(({ method }) => method)).toEqual(['PUT', 'GET', 'PUT'])
  })
})

test('keeps the code of a refusal of the store', async () => {
  const { transport } = connectTransport({ status: 403, xml: refusal('AccessDenied') })
  expect(await transport.complete('k', 'u', [])).toEqual(fail({ kind: 'refused', code: 'AccessDenied' }))
})
