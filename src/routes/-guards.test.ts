import { isRedirect } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import type { Services } from '../app/services/services.ts'
import { localeCodes, locales, type LocaleCode } from '../config/locales.ts'
import { i18nIn } from '../i18n/testing/i18n-in.ts'
import type { SessionState } from '../session/session.ts'
import { StorageBlockedError } from '../features/shell/error-pages.tsx'
import {
  getLanding,
  redirectAfterMaintenance,
  redirectToMaintenance,
  redirectWhenSignedIn,
  requireSignIn,
} from './-guards.ts'

/** The redirect of a guard, or its result or error. */
const catchRedirect = (guard: () => unknown): unknown => {
  try {
    return guard()
  } catch (thrown) {
    return isRedirect(thrown) ? { ...thrown.options, statusCode: undefined } : thrown
  }
}

/** The redirect of the guard in this state. */
const redirectIn = (state: SessionState, code: (typeof localeCodes)[number]): unknown => {
  const device = { storage: { isBlocked: false } }
  const services = { session: { state: () => state }, device } as unknown as Services
  return catchRedirect(() => requireSignIn({ services, locale: locales[code] }, '/en-GB/files?folder=a'))
}

test.each(localeCodes)('redirects a signed-out visitor of %s to the home page', (locale) => {
  expect(redirectIn({ status: 'anonymous' }, locale)).toMatchObject({
    to: '/$locale/',
    params: { locale },
    search: { returnTo: '/en-GB/files?folder=a' },
  })
})

test.each(localeCodes)('redirects a coach whose session in %s has ended to the sign-in screen', (locale) => {
  const ended = { status: 'anonymous', endReason: 'errorMessage.sessionExpired' } as const
  expect(redirectIn(ended, locale)).toMatchObject({
    to: '/$locale/login',
    params: { locale },
    search: { returnTo: '/en-GB/files?folder=a' },
  })
})

test('redirects to the sign-in screen after a sign-out, and drops the page for the next coach', () => {
  expect(redirectIn({ status: 'anonymous', hasSignedOut: true }, 'es-AR')).toEqual({
    to: '/$locale/login',
    params: { locale: 'es-AR' },
    replace: true,
    statusCode: undefined,
  })
})

test('throws an error that can be retried when the session could not be read', () => {
  expect(redirectIn({ status: 'authenticating' }, 'pt-BR')).toEqual(
    new Error('The session could not be read'),
  )
})

const landingSlugs: Record<LocaleCode, string> = {
  'pt-BR': 'cursos',
  'en-GB': 'my-courses',
  'en-US': 'my-courses',
  'en-AU': 'my-courses',
  'en-NZ': 'my-courses',
  'es-AR': 'cursos',
  'es-MX': 'cursos',
  // The only locale that lands on its course (specification §2).
  'es-US': 'entrenamiento',
}

test.each(localeCodes)('redirects a coach of %s to the address of its catalogue after signing in', (code) => {
  const { to, params } = getLanding(locales[code], i18nIn(code))
  expect([to, params]).toEqual(['/$locale/$slug', { locale: code, slug: landingSlugs[code] }])
})

test('reports blocked storage on the pages of an account, and on those for signing in', () => {
  const services = {
    session: { state: () => ({ status: 'authenticating' }) },
    device: { storage: { isBlocked: true } },
  } as unknown as Services
  const context = { services, locale: locales['pt-BR'], i18n: i18nIn('pt-BR') }
  for (const guard of [() => requireSignIn(context, '/pt-BR/files'), () => redirectWhenSignedIn(context)])
    expect(catchRedirect(guard)).toBeInstanceOf(StorageBlockedError)
})

/** The context of a guard in en-US at a local time. */
const contextAt = (time: string) => ({
  services: { device: { now: () => new Date(time) } } as unknown as Services,
  locale: locales['en-US'],
})

test.each([
  ['2024-06-14T22:00', '/en-US/login?a=1', '/$locale/maintenance'],
  ['2024-06-14T22:00', '/en-US/maintenance', undefined],
  ['2024-06-15T10:00', '/en-US/maintenance/', undefined],
  ['2024-06-15T10:00', '/en-US/login', undefined],
])('at %s local time, redirects %s to %s', (time, href, to) => {
  const [pathname = ''] = href.split('?')
  expect(catchRedirect(() => redirectToMaintenance(contextAt(time), { pathname, href }))).toEqual(
    to && { to, params: { locale: 'en-US' }, search: { returnTo: href }, replace: true },
  )
})

test('keeps the maintenance page during the window, and for visitors who were not redirected to it', () => {
  expect(
    catchRedirect(() => redirectAfterMaintenance(contextAt('2024-06-15T09:59'), '/en-US/files')),
  ).toBeUndefined()
  expect(
    catchRedirect(() => redirectAfterMaintenance(contextAt('2024-06-15T10:00'), undefined)),
  ).toBeUndefined()
})

test('redirects back from the maintenance page when the window is over', () => {
  const redirection = catchRedirect(() =>
    redirectAfterMaintenance(contextAt('2024-06-15T10:00'), '/en-US/files?folder=a'),
  )
  expect(redirection).toMatchObject({ href: '/en-US/files?folder=a', replace: true })
})
