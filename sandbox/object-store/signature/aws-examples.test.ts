import { expect, test } from 'vitest'
import {
  createCanonicalRequest,
  createStringToSign,
  deriveSigningKey,
  formatScope,
  sign,
} from '../../../node/aws-signature.ts'
import { createChunkVerifier } from '../body/chunk-verifier.ts'
import type { S3Request } from '../http/request.ts'

/** The worked examples of Amazon's "Signature Calculations for the Authorization Header" and others. */
const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const scope = { date: '20130524', region: 'us-east-1', service: 's3' }
const time = '20130524T000000Z'
const key = deriveSigningKey(secret, scope)
const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const host = 'examplebucket.s3.amazonaws.com'
const common = { host, 'x-amz-date': time }

type Example = {
  name: string
  method: string
  path: string
  query?: S3Request['query']
  headers: Record<string, string>
  payloadHash: string
  signature: string
}

const examples: Example[] = [
  {
    name: 'GET object with a range',
    method: 'GET',
    path: '/test.txt',
    headers: { ...common, range: 'bytes=0-9', 'x-amz-content-sha256': nothing },
    payloadHash: nothing,
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    name: 'PUT object with a key to be encoded',
    method: 'PUT',
    path: '/test$file.text',
    headers: {
      ...common,
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
    payloadHash: '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    name: 'GET a sub-resource without a value',
    method: 'GET',
    path: '/',
    query: [['lifecycle', '']],
    headers: { ...common, 'x-amz-content-sha256': nothing },
    payloadHash: nothing,
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    name: 'GET a list of objects',
    method: 'GET',
    path: '/',
    query: [
      ['prefix', 'J'],
      ['max-keys', '2'],
    ],
    headers: { ...common, 'x-amz-content-sha256': nothing },
    payloadHash: nothing,
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
  {
    name: 'a presigned GET',
    method: 'GET',
    path: '/test.txt',
    query: [
      ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
      ['X-Amz-Credential', 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'],
      ['X-Amz-Date', time],
      ['X-Amz-Expires', '86400'],
      ['X-Amz-SignedHeaders', 'host'],
      ['X-Amz-Signature', 'is left out'],
    ],
    headers: { host },
    payloadHash: 'UNSIGNED-PAYLOAD',
    signature: 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  },
]

test.each(examples)("reproduces Amazon's example: $name", (example) => {
  const { method, path, query = [], headers, payloadHash } = example
  const canonical = createCanonicalRequest(
    { method, path, query, headers },
    Object.keys(headers).sort(),
    payloadHash,
  )
  expect(sign(key, createStringToSign(time, formatScope(scope), canonical))).toBe(example.signature)
})

const createVerifier = () =>
  createChunkVerifier({
    key,
    time,
    scope: formatScope(scope),
    signature: '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
  })

const chunkSignatures = [
  'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648',
  '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497',
  'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9',
]

test("accepts the chunk verifier of Amazon's 65 KB example", () => {
  const verifier = createVerifier()
  for (const [at, size] of [65_536, 1024, 0].entries()) {
    verifier.update(Buffer.alloc(size, 'a'))
    expect(() => verifier.endChunk(chunkSignatures[at])).not.toThrow()
  }
})

test('refuses a chunk with one changed byte', () => {
  const verifier = createVerifier()
  verifier.update(Buffer.alloc(65_535, 'a'))
  verifier.update(Buffer.from('b'))
  expect(() => verifier.endChunk(chunkSignatures[0])).toThrow('signature')
})
