import { expect, test } from 'vitest'
import { passwordRules } from './password-rules.ts'

const broken = (password: string) =>
  passwordRules
    .filter(({ isMet }) => !isMet(password))
    .map(({ message }) => message.replace('signUp.rule.', ''))

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
})
