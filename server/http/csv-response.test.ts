import { expect, test } from 'vitest'
import { csvLine } from './csv-response.ts'

test('quotes, commas and line breaks stay inside their cell', () => {
  expect(csvLine(['a,b', 'she said "go"', 'two\nlines', ''])).toBe(
    '"a,b","she said ""go""","two\nlines",""\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =1', '\n=1', '\t1'])(
  '%j is no formula',
  (text) => {
    expect(csvLine([text])).toBe(`"'${text}"\r\n`)
  },
)

test.each([
  ['x;=1+1', "x;'=1+1"],
  ['x; @SUM(A1)', "x;' @SUM(A1)"],
  ['x\n=1+1', "x\n'=1+1"],
  ['x\r\n-1', "x\r'\n-1"],
  ['x\t+1;=2', "x\t'+1;'=2"],
])('%j runs nothing where a spreadsheet takes a semicolon between cells', (text, safe) => {
  expect(csvLine([text])).toBe(`"${safe}"\r\n`)
})

test('a harmless cell is left as it is', () => {
  expect(csvLine(['2 = 1 + 1', 'a; b\n c@d.example'])).toBe('"2 = 1 + 1","a; b\n c@d.example"\r\n')
})
