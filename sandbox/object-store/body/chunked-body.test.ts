import { describe, expect, test } from 'vitest'
import { readChunkedBody } from './chunked-body.ts'

const wire =
  '4\r\nwiki\r\n6\r\npedia \r\nE\r\nin \r\n\r\nchunks.\r\n0\r\nx-amz-checksum-crc32: AAAAAA==\r\n\r\n'
const text = 'wikipedia in \r\n\r\nchunks.'

async function* inPieces(bytes: string, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield Buffer.from(bytes.slice(at, at + size))
}

const decode = async (bytes: string, size: number) => {
  const trailers = new Map<string, string>()
  const pieces: Buffer[] = []
  const body = { source: inPieces(bytes, size), hasTrailers: true, trailers }
  for await (const piece of readChunkedBody(body)) pieces.push(piece)
  return { text: Buffer.concat(pieces).toString(), trailers: Object.fromEntries(trailers) }
}

test.each([1, 2, 3, 5, 7, 11, 64, 1000])('decodes the same body from %i bytes at a time', async (size) => {
  await expect(decode(wire, size)).resolves.toEqual({
    text,
    trailers: { 'x-amz-checksum-crc32': 'AAAAAA==' },
  })
})

test('accepts a missing line end after the trailers', async () => {
  await expect(decode('0\r\nx-amz-checksum-crc32:AA==\r\n', 4)).resolves.toEqual({
    text: '',
    trailers: { 'x-amz-checksum-crc32': 'AA==' },
  })
})

describe('refuses invalid aws-chunked bodies', () => {
  test.each([
    ['nothing', '', 'IncompleteBody'],
    ['an end within a chunk', '8\r\nwiki', 'IncompleteBody'],
    ['an end before the last chunk', '4\r\nwiki\r\n', 'IncompleteBody'],
    ['a size that is no number', 'four\r\nwiki\r\n', 'InvalidRequest'],
    ['a chunk longer than it says', '3\r\nwiki\r\n0\r\n\r\n', 'InvalidRequest'],
    ['a header without end', 'a'.repeat(20_000), 'InvalidRequest'],
    ['trailers without end', `0\r\n${'a:b\r\n'.repeat(4000)}`, 'InvalidRequest'],
  ])('%s', async (_name, bytes, code) => {
    await expect(decode(bytes, 512)).rejects.toMatchObject({ code })
  })
})
