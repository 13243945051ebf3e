import { S3Error } from '../http/errors.ts'
import { type Checksum, checksumAlgorithms, createMd5, createSha256 } from './digests.ts'
import { type AnnouncedChecksum, checkChecksumForm, type ExpectedDigests } from './expected-digests.ts'

/** What was computed from a complete body. `md5` is hexadecimal. */
export type Found = { md5: string; checksum?: Checksum }

const checkPayloadHash = (expected: string, calculated: string) => {
  if (calculated === expected) return
  throw new S3Error('XAmzContentSHA256Mismatch', {
    ClientComputedContentSHA256: expected,
    S3ComputedContentSHA256: calculated,
  })
}

const checkMd5 = (expected: string | undefined, calculated: string) => {
  if (expected === undefined || expected === calculated) return
  throw new S3Error('BadDigest', { ExpectedDigest: expected, CalculatedDigest: calculated })
}

const checkChecksum = (announced: AnnouncedChecksum, trailers: Map<string, string>, calculated: string) => {
  const { algorithm } = announced
  const expected = announced.value ?? trailers.get(`x-amz-checksum-${algorithm}`)
  if (expected === undefined) {
    throw new S3Error('InvalidRequest', {}, `The trailer x-amz-checksum-${algorithm} is missing.`)
  }
  checkChecksumForm(algorithm, expected)
  if (expected === calculated) return
  const message = `The ${algorithm.toUpperCase()} you specified did not match the calculated checksum.`
  throw new S3Error('BadDigest', {}, message)
}

const sha256Hex = /^[0-9a-f]{64}$/

/**
 * Verifies everything that a request announces about its body: updated while the body streams, checked after
 * its last byte.
 */
export const createVerification = (
  expected: ExpectedDigests,
  payloadHash: string,
  trailers: Map<string, string>,
) => {
  const announced = expected.checksum
  const sha256 = sha256Hex.test(payloadHash) ? createSha256() : undefined
  const md5 = createMd5()
  const checksum = announced && checksumAlgorithms[announced.algorithm]()

  const update = (bytes: Buffer) => {
    for (const digest of [sha256, md5, checksum]) digest?.update(bytes)
  }

  const verify = (): Found => {
    if (sha256) checkPayloadHash(payloadHash, sha256.digest().toString('hex'))
    const found = md5.digest()
    checkMd5(expected.md5, found.toString('base64'))
    if (!announced || !checksum) return { md5: found.toString('hex') }
    const value = checksum.digest().toString('base64')
    checkChecksum(announced, trailers, value)
    return { md5: found.toString('hex'), checksum: { algorithm: announced.algorithm, value } }
  }

  return { update, verify }
}
