import { expect, test } from 'vitest'
import { csvLine } from './csv-response.ts'

test('quotes, commas and line breaks stay inside their cell', () => {
  expect(csvLine(['a,b', 'she said "go"', 'two\nlines', ''])).toBe(
    '"a,b","she said ""go""","two\nlines",""\r\n',
  )
})

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['  =1', "  '=1"],
  ['\n=1', "\n'=1"],
  ['= 1', "'= 1"],
  ['\t1', "'\t1"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['  ＝1', "  '＝1"],
  ['x ＝1', "x '＝1"],
])('%j is no formula', (text, safe) => {
  expect(csvLine([text])).toBe(`"${safe}"\r\n`)
})

test.each([',', ';', '|', ':', '\t', '\n', '\r\n', ' ', '; ', '^', '~', '#', '/', '\u00a0', '"'])(
  'nothing runs where a spreadsheet takes %j between cells',
  (delimiter) => {
    for (const sign of ['=', '+', '-', '@']) {
      const quoted = delimiter.replaceAll('"', '""')
      expect(csvLine([`x${delimiter}${sign}cmd`])).toBe(`"x${quoted}'${sign}cmd"\r\n`)
    }
  },
)

test('a number is one, and a text that looks like one is a text', () => {
  expect(csvLine([-1200, '-1200'])).toBe('"-1200","\'-1200"\r\n')
})

test('a harmless cell is left as it is', () => {
  const text = 'a; b\n c@d.example, 10:30 - 11, e-mail, 2 = 1 + 1'
  expect(csvLine([text])).toBe(`"${text}"\r\n`)
})

test('the longest cell of nothing but blanks costs as little as any other', () => {
  const rows = Array.from({ length: 500 }, () => `${' '.repeat(2000)}${'\n '.repeat(1000)}x`)
  // Takes minutes if the search starts again at each blank.
  expect(csvLine(rows)).toHaveLength(500 * 4004 + 1)
})
