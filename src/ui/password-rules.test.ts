import { expect, test } from 'vitest'
import { isStrongPassword, passwordRules } from './password-rules.ts'

const broken = (password: string) =>
  passwordRules.filter(({ isMet }) => !isMet(password)).map(({ words }) => words.replace('signUp.rule.', ''))

test.each([
  ['Treino-2026!', []],
  ['Abc-12!', ['length']],
  ['TREINO-2026!', ['lower']],
  ['treino-2026!', ['upper']],
  ['Treino-agora!', ['number']],
  ['Treino2026', ['symbol']],
  ['Treino2026é', ['symbol']],
  ['', ['length', 'lower', 'upper', 'number', 'symbol']],
])('%j breaks %j', (password, rules) => {
  expect(broken(password)).toEqual(rules)
  expect(isStrongPassword(password)).toBe(rules.length === 0)
})

test.each([' Treino-2026!', 'Treino-2026! '])('%j has a space that nobody sees', (password) => {
  expect(isStrongPassword(password)).toBe(false)
})
