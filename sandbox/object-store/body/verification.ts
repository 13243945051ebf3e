import { S3Error } from '../http/errors.ts'
import { type Checksum, checksumAlgorithms, createMd5, createSha256, type Digest } from './digests.ts'
import { type AnnouncedChecksum, checkChecksumForm, type ExpectedDigests } from './expected-digests.ts'

/** What was found about a body once all of it had come; the MD5 in hexadecimal digits. */
export type Found = { md5: string; checksum?: Checksum }

type Check = { digest: Digest; verify: () => void }

const checkPayloadHash = (expected: string): Check => {
  const digest = createSha256()
  const verify = () => {
    const calculated = digest.digest().toString('hex')
    if (calculated === expected) return
    throw new S3Error('XAmzContentSHA256Mismatch', {
      ClientComputedContentSHA256: expected,
      S3ComputedContentSHA256: calculated,
    })
  }
  return { digest, verify }
}

const checkMd5 = (expected: string | undefined, found: Found): Check => {
  const digest = createMd5()
  const verify = () => {
    const bytes = digest.digest()
    found.md5 = bytes.toString('hex')
    const calculated = bytes.toString('base64')
    if (expected === undefined || expected === calculated) return
    throw new S3Error('BadDigest', { ExpectedDigest: expected, CalculatedDigest: calculated })
  }
  return { digest, verify }
}

const checkChecksum = (announced: AnnouncedChecksum, trailers: Map<string, string>, found: Found): Check => {
  const { algorithm } = announced
  const digest = checksumAlgorithms[algorithm]()
  const verify = () => {
    const expected = announced.value ?? trailers.get(`x-amz-checksum-${algorithm}`)
    if (expected === undefined) {
      throw new S3Error('InvalidRequest', {}, `The trailer x-amz-checksum-${algorithm} is missing.`)
    }
    checkChecksumForm(algorithm, expected)
    const value = digest.digest().toString('base64')
    if (value !== expected) {
      const message = `The ${algorithm.toUpperCase()} you specified did not match the calculated checksum.`
      throw new S3Error('BadDigest', {}, message)
    }
    found.checksum = { algorithm, value }
  }
  return { digest, verify }
}

const sha256Hex = /^[0-9a-f]{64}$/

/** Everything a request promises about its body: fed while the body streams, verified after its last byte. */
export const createVerification = (
  expected: ExpectedDigests,
  payloadHash: string,
  trailers: Map<string, string>,
) => {
  const found: Found = { md5: '' }
  const checks = [
    ...(sha256Hex.test(payloadHash) ? [checkPayloadHash(payloadHash)] : []),
    checkMd5(expected.md5, found),
    ...(expected.checksum ? [checkChecksum(expected.checksum, trailers, found)] : []),
  ]
  return {
    update: (bytes: Buffer) => {
      for (const { digest } of checks) digest.update(bytes)
    },
    verify: () => {
      for (const { verify } of checks) verify()
      return found
    },
  }
}
