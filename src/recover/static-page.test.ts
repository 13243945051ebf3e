import { expect, test } from 'vitest'
import { chooseLocale } from './static-page.ts'

const messages = { 'pt-BR': {}, 'en-GB': {}, 'en-US': {}, 'es-AR': {} }

test.each([
  ['what was on screen last', 'es-AR', ['en-US'], 'es-AR'],
  ["the browser's own", null, ['en-us', 'pt'], 'en-US'],
  ['the nearest of its language', null, ['es-419'], 'es-AR'],
  ['its second choice', null, ['de-DE', 'en-IE'], 'en-GB'],
  ['the default', null, ['de'], 'pt-BR'],
  ['what is known, whatever was stored', 'xx-YY', ['en-GB'], 'en-GB'],
])('uses %s', (_, stored, languages, locale) => {
  expect(chooseLocale(messages, { stored, languages })).toBe(locale)
})
