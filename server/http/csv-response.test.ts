import { expect, test } from 'vitest'
import { formatCsvLine } from './csv-response.ts'

test('keeps quotes, commas and line breaks inside their cell', () => {
  expect(formatCsvLine(['a,b', 'she said "go"', 'two\nlines', ''])).toBe(
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
])('does not let %j become a formula', (text, safe) => {
  expect(formatCsvLine([text])).toBe(`"${safe}"\r\n`)
})

test.each([',', ';', '|', ':', '\t', '\n', '\r\n', ' ', '; ', '^', '~', '#', '/', '\u00a0', '"'])(
  'lets no formula run in a spreadsheet that separates cells by %j',
  (delimiter) => {
    for (const sign of ['=', '+', '-', '@']) {
      const quoted = delimiter.replaceAll('"', '""')
      expect(formatCsvLine([`x${delimiter}${sign}cmd`])).toBe(`"x${quoted}'${sign}cmd"\r\n`)
    }
  },
)

test('writes a number as a number, and a text that looks like one as a text', () => {
  expect(formatCsvLine([-1200, '-1200'])).toBe('"-1200","\'-1200"\r\n')
})

test('leaves a harmless cell unchanged', () => {
  const text = 'a; b\n c@d.example, 10:30 - 11, e-mail, 2 = 1 + 1'
  expect(formatCsvLine([text])).toBe(`"${text}"\r\n`)
})

test('takes no longer for the longest cell of blanks than for any other', () => {
  const rows = Array.from({ length: 500 }, () => `${' '.repeat(2000)}${'\n '.repeat(1000)}x`)
  // Takes minutes if the search starts again at each blank.
  expect(formatCsvLine(rows)).toHaveLength(500 * 4004 + 1)
})
