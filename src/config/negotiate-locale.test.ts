import { describe, expect, test } from 'vitest'
import { chooseLocale, negotiateLocale } from './negotiate-locale.ts'

describe('negotiateLocale', () => {
  test.each([
    [['en-AU', 'pt-BR'], 'en-AU'],
    [['en-nz'], 'en-NZ'],
    [['pt'], 'pt-BR'],
    [['pt-PT'], 'pt-BR'],
    [['en'], 'en-GB'],
    [['en-IE'], 'en-GB'],
    [['es-419'], 'es-AR'],
    [['es-US'], 'es-US'],
    [['en-Latn-US'], 'en-US'],
    [['en_US'], 'en-US'],
    [['eng-US'], 'en-US'],
    [['spa-MX'], 'es-MX'],
    [['en-840'], 'en-US'],
    [['es-484'], 'es-MX'],
    [['en-x-us'], 'en-GB'],
    [['en-US-u-rg-nzzzzz'], 'en-US'],
    [[' en-NZ\u200E'], 'en-NZ'],
    [['en-US@posix'], 'en-US'],
    [['es_MX.UTF-8', 'en-GB'], 'es-MX'],
    [['pt_BR'], 'pt-BR'],
    [['C.UTF-8', 'en_NZ'], 'en-NZ'],
    [['', '_', '@', 'en_'], 'en-GB'],
    [['x'.repeat(5000)], 'pt-BR'],
    [['de-DE', 'es-MX'], 'es-MX'],
    [['de', 'ja'], 'pt-BR'],
    [[], 'pt-BR'],
  ])('%j becomes %s', (languages, code) => {
    expect(negotiateLocale(languages).code).toBe(code)
  })
})

describe('chooseLocale', () => {
  const languages = ['es-MX']

  test('prefers the query to the stored locale, and that to the browser', () => {
    expect(chooseLocale({ query: 'es_US', storedLocale: 'en-AU', languages }).code).toBe('es-US')
    expect(chooseLocale({ query: 'en-gb', storedLocale: 'en-AU', languages }).code).toBe('en-GB')
    expect(chooseLocale({ query: null, storedLocale: 'en-AU', languages }).code).toBe('en-AU')
    expect(chooseLocale({ query: null, storedLocale: null, languages }).code).toBe('es-MX')
  })

  test.each([
    ['en-IE', 'en-GB'],
    ['pt', 'pt-BR'],
    ['de', 'en-AU'],
    ['xx', 'en-AU'],
    ['en_US', 'en-US'],
  ])('a path for %s, after en-AU was on screen, selects %s', (pathTag, code) => {
    expect(chooseLocale({ query: null, pathTag, storedLocale: 'en-AU', languages }).code).toBe(code)
  })

  test('skips a query or a stored text that is not a locale', () => {
    expect(chooseLocale({ query: 'xx-YY', storedLocale: '__proto__', languages }).code).toBe('es-MX')
  })
})
