import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** A digest that is updated while bytes stream by. */
export type Digest = { update: (bytes: Buffer) => void; digest: () => Buffer }

const hash = (algorithm: string) => (): Digest => {
  const state = createHash(algorithm)
  return { update: (bytes) => void state.update(bytes), digest: () => state.digest() }
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

export const createMd5 = hash('md5')
export const createSha256 = hash('sha256')

/** The additional S3 checksums that this store supports, by the end of their header `x-amz-checksum-...`. */
export const checksumAlgorithms = { crc32: createCrc32, sha1: hash('sha1'), sha256: createSha256 } as const

export type ChecksumAlgorithm = keyof typeof checksumAlgorithms

/** A verified checksum. `value` is base64; for a multipart object, `-` and the number of parts follow. */
export type Checksum = { algorithm: ChecksumAlgorithm; value: string }

export const isChecksumAlgorithm = (name: string): name is ChecksumAlgorithm =>
  Object.hasOwn(checksumAlgorithms, name)
