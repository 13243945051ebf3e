import { expect, test } from 'vitest'
import { sizeWords, timeLeftWords } from './size-words.ts'

test.each([
  [0, 'en-GB', '0 bytes'],
  [1, 'en-GB', '1 byte'],
  [999, 'en-GB', '999 bytes'],
  [5_242_880, 'en-GB', '5.2 MB'],
  [5_242_880, 'pt-BR', '5,2 MB'],
  [2_000_000_000, 'en-GB', '2 GB'],
  [5 * 1024 ** 4, 'en-GB', '5.5 TB'],
] as const)('%i bytes in %s', (bytes, locale, words) => {
  expect(sizeWords(bytes, locale).replaceAll(' ', ' ')).toBe(words)
})

test.each([
  [0.2, 'files.secondsLeft 5'],
  [42, 'files.secondsLeft 45'],
  [61, 'files.minutesLeft 1'],
  [4000, 'files.minutesLeft 67'],
  [9000, 'files.hoursLeft 3'],
])('%d seconds left', (seconds, words) => {
  expect(timeLeftWords(seconds, (id, values) => `${id} ${String(values?.count)}`)).toBe(words)
})
