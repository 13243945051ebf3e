import { expect, test } from 'vitest'
import { localeCodes, locales, type LocaleCode } from '../config/locales.ts'
import { i18nIn } from '../i18n/words.fixture.ts'
import { landingOf } from './-landing.ts'

const addresses: Record<LocaleCode, string> = {
  'pt-BR': 'cursos',
  'en-GB': 'my-courses',
  'en-US': 'my-courses',
  'en-AU': 'my-courses',
  'en-NZ': 'my-courses',
  'es-AR': 'cursos',
  'es-MX': 'cursos',
  // The only one that lands on its course (specification §2).
  'es-US': 'entrenamiento',
}

test.each(localeCodes)('after signing in a coach of %s lands where its words say', (code) => {
  const { to, params } = landingOf(locales[code], i18nIn(code))
  expect([to, params]).toEqual(['/$locale/$slug', { locale: code, slug: addresses[code] }])
})
