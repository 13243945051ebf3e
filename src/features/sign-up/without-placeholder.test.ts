import { expect, test } from 'vitest'
import { withoutPlaceholder } from './without-placeholder.ts'

test.each([
  ['Select your job role', ''],
  ['Selecione sua profissão', ''],
  ['Selecioná uno', ''],
  ['Selecione o país', ''],
  ['Select the country', ''],
  ['Seleccione uno', ''],
  ['Selecione um', ''],
  ['Select one', ''],
  ['Selecciona uno', ''],
  [' Select one ', ''],
  ['', ''],
  ['coach', 'coach'],
  ['select one', 'select one'],
  ['BR', 'BR'],
])('%j counts as %j', (text, expected) => {
  expect(withoutPlaceholder(text)).toBe(expected)
})
