import { expect, test } from 'vitest'
import { locales } from './locales.ts'
import { negotiateLocale } from './negotiate-locale.ts'
import { findCorrectedPath, removeLocale } from './path-locale.ts'

const choose = (pathTag?: string) => (pathTag ? negotiateLocale([pathTag]) : locales['en-GB'])

test.each([
  ['/pt-BR/', undefined],
  ['/pt-BR/login', undefined],
  ['/pt-BR', undefined],
  ['/PT-br/login', '/pt-BR/login'],
  ['/en-us', '/en-US/'],
  ['/en-IE/files', '/en-GB/files'],
  ['/de/files', '/pt-BR/files'],
  ['/sitemap', '/en-GB/sitemap'],
  ['/change-location', '/en-GB/change-location'],
  ['/en%2DGB/about', '/en-GB/about'],
  ['/%E0%A4%A/about', '/en-GB/%E0%A4%A/about'],
  ['/', '/en-GB/'],
  ['/a/b/c', '/en-GB/a/b/c'],
])('%s belongs to %s', (pathname, expected) => {
  expect(findCorrectedPath(pathname, choose)).toBe(expected)
})

test('returns the rest of the path after the locale', () => {
  expect(removeLocale('/pt-BR/')).toBe('')
  expect(removeLocale('/pt-BR')).toBe('')
  expect(removeLocale('/en-US/maintenance/')).toBe('maintenance')
  expect(removeLocale('/pt-BR/treinamento/training-1')).toBe('treinamento/training-1')
})
