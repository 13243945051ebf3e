import { S3Error } from '../http/errors.ts'
import { type Checksum, hasherFactories, createMd5Hasher, createSha256Hasher } from './digests.ts'
import { type DeclaredChecksum, assertWellFormedChecksum, type ExpectedDigests } from './expected-digests.ts'

/** The digests that were computed from a complete body. `md5` is hexadecimal. */
export type BodyDigests = { md5: string; checksum?: Checksum }

/** Throws if the SHA-256 of the body is not that of `x-amz-content-sha256`. */
const assertPayloadHash = (expected: string, calculated: string) => {
  if (calculated === expected) return
  throw new S3Error('XAmzContentSHA256Mismatch', {
    ClientComputedContentSHA256: expected,
    S3ComputedContentSHA256: calculated,
  })
}

/** Throws if the MD5 of the body is not that of Content-MD5, if the request has it. Both are base64. */
const assertMd5 = (expected: string | undefined, calculated: string) => {
  if (expected === undefined || expected === calculated) return
  throw new S3Error('BadDigest', { ExpectedDigest: expected, CalculatedDigest: calculated })
}

/** Throws if the checksum of the body is not the declared one, which is in a header or a trailer. */
const assertChecksum = (declared: DeclaredChecksum, trailers: Map<string, string>, calculated: string) => {
  const { algorithm } = declared
  const expected = declared.value ?? trailers.get(`x-amz-checksum-${algorithm}`)
  if (expected === undefined) {
    throw new S3Error('InvalidRequest', {}, `The trailer x-amz-checksum-${algorithm} is missing.`)
  }
  assertWellFormedChecksum(algorithm, expected)
  if (expected === calculated) return
  const message = `The ${algorithm.toUpperCase()} you specified did not match the calculated checksum.`
  throw new S3Error('BadDigest', {}, message)
}

const sha256Hex = /^[0-9a-f]{64}$/

/**
 * Verifies everything that a request declares about its body. Call `update` for each piece of the body, and
 * `verify` after the last one. `verify` throws if something does not match. It reads `trailers`, which are
 * empty until the body has ended.
 */
export const createBodyVerifier = (
  expected: ExpectedDigests,
  payloadHashHeader: string,
  trailers: Map<string, string>,
) => {
  const declared = expected.checksum
  // Only computed if the client sent it. The MD5 is always computed, because it becomes the ETag.
  const sha256 = sha256Hex.test(payloadHashHeader) ? createSha256Hasher() : undefined
  const md5 = createMd5Hasher()
  const checksum = declared && hasherFactories[declared.algorithm]()

  const update = (bytes: Buffer) => {
    for (const hasher of [sha256, md5, checksum]) hasher?.update(bytes)
  }

  const verify = (): BodyDigests => {
    if (sha256) assertPayloadHash(payloadHashHeader, sha256.digest().toString('hex'))
    const md5Bytes = md5.digest()
    assertMd5(expected.md5, md5Bytes.toString('base64'))
    if (!declared || !checksum) return { md5: md5Bytes.toString('hex') }
    const value = checksum.digest().toString('base64')
    assertChecksum(declared, trailers, value)
    return { md5: md5Bytes.toString('hex'), checksum: { algorithm: declared.algorithm, value } }
  }

  return { update, verify }
}
