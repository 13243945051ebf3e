import { isRedirect } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import type { Services } from '../app/services.ts'
import type { SessionState } from '../session/session.ts'
import { localeCodes, locales } from '../config/locales.ts'
import { requireSignIn } from './-require-sign-in.ts'

/** Where the guard sends whoever is in this state. */
const wayOf = (state: SessionState, code: (typeof localeCodes)[number]): unknown => {
  const services = { auth: { state: () => state } } as unknown as Services
  try {
    return requireSignIn({ services, locale: locales[code] })
  } catch (thrown) {
    return isRedirect(thrown) ? { ...thrown.options, statusCode: undefined } : thrown
  }
}

test.each(localeCodes)('a signed-out visitor of %s is sent to the home', (locale) => {
  expect(wayOf({ status: 'anonymous' }, locale)).toMatchObject({ to: '/$locale/', params: { locale } })
})

test.each(localeCodes)('whose session in %s has ended is sent to the sign-in screen', (locale) => {
  const ended = { status: 'anonymous', ended: 'errorMessage.sessionExpired' } as const
  expect(wayOf(ended, locale)).toMatchObject({ to: '/$locale/login', params: { locale } })
})

test('a session that could not be read is neither: the page fails, and can be tried again', () => {
  expect(wayOf({ status: 'authenticating' }, 'pt-BR')).toEqual(new Error('The session could not be read.'))
})
