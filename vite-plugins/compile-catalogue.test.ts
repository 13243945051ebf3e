import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { compileCatalogue, flattenMessages } from './compile-catalogue.ts'

test('turns nested keys into dot paths', () => {
  expect(flattenMessages({ slug: 'a', error: { title: 'b', deep: { er: 'c' } } })).toEqual({
    slug: 'a',
    'error.title': 'b',
    'error.deep.er': 'c',
  })
})

test('compiles the same messages as Lingui, without a compiler in the program', () => {
  const nested = { files: { count: '{count, plural, one {# arquivo} other {# arquivos}} de {name}' } }
  // The app fetches the catalogue as JSON, so values that JSON cannot hold would be lost.
  const fetched = JSON.parse(JSON.stringify(compileCatalogue(nested)))
  const i18n = setupI18n({ locale: 'pt-BR', messages: { 'pt-BR': fetched } })
  expect(i18n._('files.count', { count: 1, name: 'Ana' })).toBe('1 arquivo de Ana')
  expect(i18n._('files.count', { count: 2000, name: 'Ana' })).toBe('2.000 arquivos de Ana')
})

test('fails for a text that is not ICU, with its id', () => {
  expect(() => compileCatalogue({ error: { title: 'a {broken' } })).toThrow('error.title')
})
