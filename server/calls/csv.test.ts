import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('quotes, commas and line breaks stay inside their cell', () => {
  expect(csvLine(['a,b', 'she said "go"', 'two\nlines', ''])).toBe(
    '"a,b","she said ""go""","two\nlines",""\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =1', '\n=1'])('%j is no formula', (text) => {
  expect(csvLine([text])).toBe(`"'${text}"\r\n`)
})

test('a harmless cell is left as it is', () => {
  expect(csvLine(['2 = 1 + 1'])).toBe('"2 = 1 + 1"\r\n')
})
