import { expect, test } from 'vitest'
import { createReadAhead } from './read-ahead.ts'

const { signal } = new AbortController()
const file = new Blob(['abcdefgh'])
const source = { file, size: 8, partSize: 3, isStored: () => false }

/** A checksum function that returns the text it read and records it. */
const reading = () => {
  const read: string[] = []
  return {
    read,
    computeChecksum: async (body: Blob) => {
      const text = await body.text()
      read.push(text)
      return text
    },
  }
}

test('reads exactly one part ahead', async () => {
  const { read, computeChecksum } = reading()
  const next = createReadAhead(computeChecksum, source, signal)
  const first = next()
  await first?.readChecksum()
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(read.toSorted()).toEqual(['abc', 'def'])
})

test('skips the parts that the store has', () => {
  const next = createReadAhead(async () => '', { ...source, isStored: (part) => part === 2 }, signal)
  expect([next()?.number, next()?.number, next()]).toEqual([1, 3, undefined])
})

test('an empty file has one part', () => {
  const next = createReadAhead(async () => '', { ...source, size: 0 }, signal)
  expect([next()?.body.size, next()]).toEqual([0, undefined])
})

test('reads a part again before sending it again, and so detects a file that changed', async () => {
  let isGone = false
  const next = createReadAhead(
    async () => {
      if (isGone) throw new DOMException('changed', 'NotReadableError')
      return 'AAAAAA=='
    },
    source,
    signal,
  )
  const part = next()
  expect(await part?.readChecksum()).toBe('AAAAAA==')
  isGone = true
  expect(await part?.readChecksum()).toBeUndefined()
})
