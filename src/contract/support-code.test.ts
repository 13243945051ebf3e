import { expect, test } from 'vitest'
import { parseSupportCode, formatSupportCode } from './support-code.ts'

const device = '3f2a91bc-5b1d-4c6e-9a7f-2d3e4f5a6b7c'

test('a device has a code of two groups', () => {
  expect(formatSupportCode(device)).toBe('3F2A-91BC')
})

test.each(['3F2A-91BC', '3f2a91bc', ' 3F2A 91BC ', '3F2A.91bc'])('finds the device by %j', (written) => {
  const [first, last] = parseSupportCode(written)!
  expect(first <= device && device <= last).toBe(true)
})

test.each(['3F2A-91B', '3F2A-91BG', device, 'ana@example.com', ''])('%j is not a code', (written) => {
  expect(parseSupportCode(written)).toBeUndefined()
})
