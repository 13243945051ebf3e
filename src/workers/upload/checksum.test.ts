import { expect, test } from 'vitest'
import { createChecksum } from './checksum.ts'

const { signal } = new AbortController()
const bytesOf = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 31) % 251)

/** CRC32 bit by bit, as its definition says it. */
const slowCrc32 = (bytes: Uint8Array): number => {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

test('the check value of CRC32', async () => {
  expect(await createChecksum()(new Blob(['123456789']), signal)).toBe('y/Q5Jg==')
})

test.each([0, 1, 1000, 3_000_001])(
  'the CRC32 of %i bytes, big end first and in base64, as S3 writes it',
  async (length) => {
    const bytes = bytesOf(length)
    const checksum = await createChecksum()(new Blob([bytes]), signal)
    const written = Uint8Array.from(atob(checksum), (character) => character.charCodeAt(0))
    expect(new DataView(written.buffer).getUint32(0)).toBe(slowCrc32(bytes))
  },
)

test('several at once do not mix', async () => {
  const checksum = createChecksum()
  const blobs = [1, 500_000, 70_000, 2_000_000].map((length) => new Blob([bytesOf(length)]))
  const together = await Promise.all(blobs.map((blob) => checksum(blob, signal)))
  for (const [index, blob] of blobs.entries()) expect(await checksum(blob, signal)).toBe(together[index])
})
