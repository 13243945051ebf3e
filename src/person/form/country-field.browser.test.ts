import { expect, test } from 'vitest'
import { locales } from '../../config/locales.ts'
import { createCountryOptions } from './country-field.tsx'

// Node's country names differ from those of a browser.
test.each([
  ['es-AR', 'Islas Malvinas'],
  ['pt-BR', 'Ilhas Malvinas'],
] as const)('in %s names a country as its people do', (code, name) => {
  expect(createCountryOptions(locales[code]).find(({ value }) => value === 'FK')?.label).toBe(name)
})
