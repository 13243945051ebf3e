import { expect, test } from 'vitest'
import { isEmptyOrEmail } from './email-address.ts'

test.each([
  ['', true],
  ['ana@example.com', true],
  ['ana.silva+coach@mail.example.com.br', true],
  ["siobhan.o'neil@example.ie", true],
  ['ana_2026!#$%&*/=?^`{|}~@sub-club.example.org', true],
  ['ANA@EXAMPLE.COM', true],
  ['ana@xn--bcher-kva.xn--p1ai', true],
  ['ana..silva@example.com', false],
  ['.ana@example.com', false],
  ['ana@-example.com', false],
  ['ana@example..com', false],
  ['ana@127.0.0.1', false],
  ['ana', false],
  ['ana@', false],
  ['@example.com', false],
  ['ana@example', false],
  ['ana silva@example.com', false],
  ['ana@example.com,bia@example.com', false],
  [`${'a'.repeat(250)}@example.com`, false],
])('%j looks like an e-mail address: %s', (text, expected) => {
  expect(isEmptyOrEmail(text)).toBe(expected)
})
