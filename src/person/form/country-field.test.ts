import { expect, test } from 'vitest'
import { localeCodes, locales } from '../../config/locales.ts'
import { createCountryOptions } from './country-field.tsx'

test.each(localeCodes)('%s: lists the locale’s country first, and every country once and by name', (code) => {
  const options = createCountryOptions(locales[code])
  expect(options[0]?.value).toBe(locales[code].country)
  expect(new Set(options.map(({ value }) => value)).size).toBe(options.length)
  expect(options.filter(({ value, label }) => value === label)).toEqual([])
})

test('sorts the other countries in the order of the language', () => {
  const labels = createCountryOptions(locales['pt-BR']).map(({ label }) => label)
  expect(labels.slice(0, 3)).toEqual(['Brasil', 'Afeganistão', 'África do Sul'])
})
