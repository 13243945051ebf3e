import { expect, test } from 'vitest'
import { formatSize } from './format-size.ts'

test.each([
  [0, 'en-GB', '0 bytes'],
  [1, 'en-GB', '1 byte'],
  [999, 'en-GB', '999 bytes'],
  [5_242_880, 'en-GB', '5.2 MB'],
  [5_242_880, 'pt-BR', '5,2 MB'],
  [2_000_000_000, 'en-GB', '2 GB'],
  [5 * 1024 ** 4, 'en-GB', '5.5 TB'],
] as const)('%i bytes in %s', (bytes, locale, words) => {
  expect(formatSize(bytes, locale).replaceAll(' ', ' ')).toBe(words)
})
