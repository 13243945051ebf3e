import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Computes a hash or a CRC piece by piece. Call `digest` once, after the last `update`. */
export type Hasher = { update: (bytes: Buffer) => void; digest: () => Buffer }

/** The inner function creates a hasher with a hash algorithm of Node. */
const createHasherFactory = (algorithm: string) => (): Hasher => {
  const hash = createHash(algorithm)
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest() }
}

const createCrc32Hasher = (): Hasher => {
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

export const createMd5Hasher = createHasherFactory('md5')
export const createSha256Hasher = createHasherFactory('sha256')

/**
 * Creates the hashers of S3's additional checksums that this stand-in supports. A key is the end of the
 * header's name: `x-amz-checksum-crc32`.
 */
export const hasherFactories = {
  crc32: createCrc32Hasher,
  sha1: createHasherFactory('sha1'),
  sha256: createSha256Hasher,
} as const

export type ChecksumAlgorithm = keyof typeof hasherFactories

/** A verified checksum. `value` is base64; for a multipart object, `-` and the number of parts follow. */
export type Checksum = { algorithm: ChecksumAlgorithm; value: string }

export const isChecksumAlgorithm = (name: string): name is ChecksumAlgorithm =>
  Object.hasOwn(hasherFactories, name)
