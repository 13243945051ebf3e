import { expect, test } from 'vitest'
import { breakLine } from './break-line.ts'

/** Every character is one wide. */
const measure = (text: string) => text.length

const breakInto = (maxLines: number, text: string, maxWidth = 20) =>
  breakLine(text, { maxLines, maxWidth, measure })

test.each([
  ['one line stays as it is', 1, 'Ana Maria da Silva e Souza', ['Ana Maria da Silva e Souza']],
  ['two lines are of similar width', 2, 'Ana Maria da Silva e Souza', ['Ana Maria da', 'Silva e Souza']],
  ['three lines too', 3, 'Ana Maria da Silva e Souza', ['Ana Maria', 'da Silva', 'e Souza']],
  ['a line ends after a hyphen', 2, 'Guimarães-Albuquerque', ['Guimarães-', 'Albuquerque']],
  ['fewer words than lines', 3, 'Ana Silva', ['Ana', 'Silva']],
])('%s', (_what, count, text, lines) => {
  expect(breakInto(count, text)).toEqual(lines)
})

test('a word that is wider than a line is broken between letters, each with its marks', () => {
  expect(breakInto(2, 'W'.repeat(50))).toEqual(['W'.repeat(25), 'W'.repeat(25)])
  expect(breakInto(2, 'g\u0303'.repeat(11))).toEqual(['g\u0303'.repeat(6), 'g\u0303'.repeat(5)])
})

test('a word that fits on a line is not broken', () => {
  expect(breakInto(2, `Ana ${'W'.repeat(19)}`)).toEqual(['Ana', 'W'.repeat(19)])
})
