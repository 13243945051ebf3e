import * as v from 'valibot'
import { expect, test } from 'vitest'
import { formErrors } from '../../ui/form/form-errors.ts'
import { newPassword, passwordRules } from './password-rules.ts'

const broken = (password: string) =>
  passwordRules
    .filter(({ isMet }) => !isMet(password))
    .map(({ message }) => message.replace('signUp.rule.', ''))

const form = v.object({ password: newPassword })
const saidOf = (password: string) =>
  formErrors(v.safeParse(form, { password }).issues ?? [])['password']?.message

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
  expect(saidOf(password) === undefined).toBe(rules.length === 0)
})

test.each([
  // A pool refuses it, and its person sees every rule ticked.
  [' Treino-2026!', 'errorMessage.passwordSpaces'],
  ['Treino-2026! ', 'errorMessage.passwordSpaces'],
  ['treino', 'errorMessage.passwordTooWeak'],
  ['', 'common.fieldRequired'],
])('%j is said as %s', (password, message) => {
  expect(saidOf(password)).toBe(message)
})
