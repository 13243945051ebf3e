import { expect, test } from 'vitest'
import { hasRoomFor } from './storage-state.ts'

const mebibyte = 1024 * 1024

test.each([
  ['there is plenty', { quota: 500 * mebibyte, usage: 0 }, true],
  ['it would take what the outbox needs', { quota: 120 * mebibyte, usage: 0 }, false],
  ['there is not that much', { quota: 500 * mebibyte, usage: 450 * mebibyte }, false],
  ['the browser does not tell', {}, true],
])('a video of 100 MiB, when %s', async (_, estimate, fits) => {
  expect(await hasRoomFor({ estimate: async () => estimate }, 100 * mebibyte)).toBe(fits)
})

test('allows the attempt in a browser that cannot estimate its storage', async () => {
  expect(await hasRoomFor(undefined, 1)).toBe(true)
  // Safari before 17 lacks only `estimate`.
  expect(await hasRoomFor({}, 1)).toBe(true)
  expect(await hasRoomFor({ estimate: () => Promise.reject(new Error('no')) }, 1)).toBe(true)
})
