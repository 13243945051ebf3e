import { expect, test } from 'vitest'
import { readCatalogue } from '../locales/read-catalogue.ts'
import type { LocaleCode } from '../src/config/locales.ts'

const getMessages = (locale: LocaleCode, id: string): unknown =>
  id
    .split('.')
    .reduce<unknown>(
      (words, part) => (words as Record<string, unknown>)[part],
      readCatalogue(locale, 'messages'),
    )

test('the app’s messages match the specification’s quotations', () => {
  expect(getMessages('en-US', 'errorMessage.accountLocked')).toBe(
    'Account is locked, Please reset your password',
  )
  for (const locale of ['en-US', 'en-GB', 'en-AU', 'en-NZ'] as const) {
    expect(getMessages(locale, 'errorMessage.sessionExpired')).toBe(
      'User Session Expired. Please logout & login again.',
    )
    expect(getMessages(locale, 'errorMessage.authEmailValid')).toBe('Enter a valid email address')
  }
  expect(getMessages('pt-BR', 'errorMessage.authEmailValid')).toBe('Insira um endereço de e-mail válido')
})
