import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Computes a digest (a hash or a CRC) piece by piece. Call `digest` once, after the last `update`. */
export type Digest = { update: (bytes: Buffer) => void; digest: () => Buffer }

/** Returns a function that creates a digest with a hash algorithm of Node. */
const createHashFactory = (algorithm: string) => (): Digest => {
  const hash = createHash(algorithm)
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest() }
}

const createCrc32 = (): Digest => {
  let value = 0
  return {
    update: (bytes) => {
      value = crc32(bytes, value)
    },
    digest: () => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(value)
      return bytes
    },
  }
}

export const createMd5 = createHashFactory('md5')
export const createSha256 = createHashFactory('sha256')

/**
 * Creates the digests for S3's additional checksums that this stand-in supports. A key is the end of the
 * header's name: `x-amz-checksum-crc32`.
 */
export const digestFactories = {
  crc32: createCrc32,
  sha1: createHashFactory('sha1'),
  sha256: createSha256,
} as const

export type ChecksumAlgorithm = keyof typeof digestFactories

/** A verified checksum. `value` is base64; for a multipart object, `-` and the number of parts follow. */
export type Checksum = { algorithm: ChecksumAlgorithm; value: string }

export const isChecksumAlgorithm = (name: string): name is ChecksumAlgorithm =>
  Object.hasOwn(digestFactories, name)
