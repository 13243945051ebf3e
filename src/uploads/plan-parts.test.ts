import { expect, test } from 'vitest'
import { defaultPartSize, maxFileSize, maxParts, countParts, getPart, choosePartSize } from './plan-parts.ts'

const MiB = 1024 * 1024

test.each([
  ['an empty file', 0, defaultPartSize],
  ['one byte more than a part', defaultPartSize + 1, defaultPartSize],
  ['exactly 10,000 parts of 5 MiB', defaultPartSize * maxParts, defaultPartSize],
  ['one byte more than 10,000 parts of 5 MiB', defaultPartSize * maxParts + 1, 6 * MiB],
  ['5 TiB', maxFileSize, 525 * MiB],
])('%s', (_, size, partSize) => {
  expect(choosePartSize(size)).toBe(partSize)
  expect(countParts(size, partSize)).toBeLessThanOrEqual(maxParts)
})

test.each([1, defaultPartSize, defaultPartSize + 1, 3 * defaultPartSize, 3 * defaultPartSize - 1])(
  'the parts of %i bytes cover the file without gap or overlap',
  (size) => {
    let position = 0
    for (let number = 1; number <= countParts(size, defaultPartSize); number++) {
      const part = getPart(size, defaultPartSize, number)
      expect(part.start).toBe(position)
      expect(part.end).toBeGreaterThan(part.start)
      position = part.end
    }
    expect(position).toBe(size)
  },
)
