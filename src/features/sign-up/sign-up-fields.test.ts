import { createElement } from 'react'
import { expect, test } from 'vitest'
import { localeCodes, type LocaleCode } from '../../config/locales.ts'
import { markupIn } from '../../ui/testing/markup.ts'
import { ConsentFields } from './sign-up-fields.tsx'

/** The beginning of the text of the required consent. */
const ageTextByLocale: Record<LocaleCode, string> = {
  'pt-BR': 'Tenho 18 anos ou mais, aceito',
  'en-GB': 'I am 18 or older, I accept',
  'en-US': 'I am 18 or older, or at least 13 with the permission of a parent or guardian. I accept',
  'en-AU': 'I am 18 or older, I accept',
  'en-NZ': 'I am 18 or older, I accept',
  'es-AR': 'Tengo 18 años o más, acepto',
  'es-MX': 'Tengo 18 años o más, acepto',
  'es-US':
    'Tengo 18 años o más, o al menos 13 con permiso de mi madre, mi padre o quien tiene mi tutela. Acepto',
}

test.each(localeCodes)('asks a coach of %s for the age statement of the local terms', (code) => {
  expect(markupIn(code, createElement(ConsentFields))).toContain(ageTextByLocale[code])
})
