import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Computes a digest while bytes stream through. */
export type Digest = { update: (bytes: Buffer) => void; digest: () => Buffer }

const hashFactory = (algorithm: string) => (): Digest => {
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

export const createMd5 = hashFactory('md5')
export const createSha256 = hashFactory('sha256')

/**
 * The additional checksums of S3 that this stand-in supports, by the end of their header
 * `x-amz-checksum-...`.
 */
export const digestFactories = {
  crc32: createCrc32,
  sha1: hashFactory('sha1'),
  sha256: createSha256,
} as const

export type ChecksumAlgorithm = keyof typeof digestFactories

/** A verified checksum. `value` is base64; for a multipart object, `-` and the number of parts follow. */
export type Checksum = { algorithm: ChecksumAlgorithm; value: string }

export const isChecksumAlgorithm = (name: string): name is ChecksumAlgorithm =>
  Object.hasOwn(digestFactories, name)
