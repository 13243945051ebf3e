import { expect, test } from 'vitest'
import { createComputeChecksum } from './checksum.ts'

const { signal } = new AbortController()
const createBytes = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 31) % 251)

/** CRC32 bit by bit, after its definition. */
const slowCrc32 = (bytes: Uint8Array): number => {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

test('computes the check value of CRC32', async () => {
  expect(await createComputeChecksum()(new Blob(['123456789']), signal)).toBe('y/Q5Jg==')
})

test.each([0, 1, 1000, 3_000_001])(
  'computes the CRC32 of %i bytes, big end first and in base64, as S3 writes it',
  async (length) => {
    const bytes = createBytes(length)
    const checksum = await createComputeChecksum()(new Blob([bytes]), signal)
    const written = Uint8Array.from(atob(checksum), (character) => character.charCodeAt(0))
    expect(new DataView(written.buffer).getUint32(0)).toBe(slowCrc32(bytes))
  },
)

test('does not mix checksums that are computed at once', async () => {
  const computeChecksum = createComputeChecksum()
  const blobs = [1, 500_000, 70_000, 2_000_000].map((length) => new Blob([createBytes(length)]))
  const together = await Promise.all(blobs.map((blob) => computeChecksum(blob, signal)))
  for (const [index, blob] of blobs.entries())
    expect(await computeChecksum(blob, signal)).toBe(together[index])
})

test('reads a part piece by piece, and never holds a whole part in memory', async () => {
  const pieces = 20
  let asked = 0
  let whole = 0
  const stream = () =>
    new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull: (controller) => {
          if (asked++ < pieces) controller.enqueue(createBytes(1000))
          else controller.close()
        },
      },
      { highWaterMark: 0 },
    )
  const body = Object.defineProperties(new Blob([]), {
    stream: { value: stream },
    arrayBuffer: { value: async () => new ArrayBuffer(++whole) },
    bytes: { value: async () => new Uint8Array(++whole) },
  })
  const computeChecksum = createComputeChecksum()
  const expected = await computeChecksum(
    new Blob(Array.from({ length: pieces }, () => createBytes(1000))),
    signal,
  )
  expect(await computeChecksum(body, signal)).toBe(expected)
  expect(whole).toBe(0)
})

test('stops reading an aborted part', async () => {
  const controller = new AbortController()
  let read = 0
  const pull = (stream: ReadableStreamDefaultController) => {
    stream.enqueue(createBytes(1000))
    if (++read === 3) controller.abort()
    if (read === 100) stream.close()
  }
  const body = Object.defineProperties(new Blob([]), {
    stream: { value: () => new ReadableStream({ pull }, { highWaterMark: 0 }) },
  })
  await createComputeChecksum()(body, controller.signal)
  expect(read).toBe(3)
})
