import { expect, test } from 'vitest'
import { isInRange } from './font-files.ts'
import { groupLetters, splitVisualRuns } from './visual-runs.ts'

const shown = (line: string) =>
  splitVisualRuns(line).map(({ text, isRightToLeft }) => (isRightToLeft ? `<${text}` : text))

test.each([
  ['Zoë Núñez Żak', ['Zoë Núñez Żak']],
  ['محمد علي', ['<محمد علي']],
  ['Ana محمد علي Lima', ['Ana ', '<محمد علي', ' Lima']],
  ['محمد Ana', ['Ana', '<محمد ']],
  ['山田 美咲', ['山田 美咲']],
  ['', []],
])('orders %s visually, from left to right, by its scripts', (line, runs) => {
  expect(shown(line)).toEqual(runs)
})

test('groups neighbours of one kind', () => {
  const kind = (character: string) => (/[a-z]/.test(character) ? 'small' : 'other')
  expect(groupLetters('abC😀d', kind)).toEqual([
    { text: 'ab', key: 'small' },
    { text: 'C😀', key: 'other' },
    { text: 'd', key: 'small' },
  ])
})

test('keeps a letter’s marks with it', () => {
  expect(groupLetters('ag\u0303u', (letter) => letter.length)).toEqual([
    { text: 'a', key: 1 },
    { text: 'g\u0303', key: 2 },
    { text: 'u', key: 1 },
  ])
})

test.each([
  ['ñ', true],
  ['ı', true],
  ['Ż', false],
  ['美', false],
])('%s in the range of latin: %s', (character, isIn) => {
  expect(isInRange('U+0000-00FF,U+0131,U+0152-0153', character)).toBe(isIn)
})
