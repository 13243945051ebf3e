import { expect, test } from 'vitest'
import { readLanguages } from './read-languages.ts'

test.each([
  [{ languages: ['en-NZ', 'en'], language: 'en-NZ' }, ['en-NZ', 'en', 'en-NZ']],
  [{ languages: [], language: 'en-NZ' }, ['en-NZ']],
  [{ languages: 'en-NZ', language: null }, ['en-NZ']],
  [{ languages: [undefined, 'es-AR', 7] }, ['es-AR']],
  [{ languages: undefined, language: undefined }, []],
  [{ languages: null, language: '' }, ['']],
])('the languages of a browser with %j are %j', (browser, languages) => {
  expect(readLanguages(browser)).toEqual(languages)
})
