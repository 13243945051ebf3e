import { isRedirect } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import type { Services } from '../app/services/services.ts'
import { localeCodes, locales, type LocaleCode } from '../config/locales.ts'
import { i18nIn } from '../i18n/testing/i18n-in.ts'
import type { SessionState } from '../session/session.ts'
import { StorageBlocked } from '../features/shell/storage-blocked.ts'
import { guardMaintenance, landingOf, leaveMaintenance, leaveWhenSignedIn, requireSignIn } from './-guards.ts'

/** The redirect of a guard, or its result or error. */
const redirectOf = (guard: () => unknown): unknown => {
  try {
    return guard()
  } catch (thrown) {
    return isRedirect(thrown) ? { ...thrown.options, statusCode: undefined } : thrown
  }
}

/** The redirect of the guard in this state. */
const wayOf = (state: SessionState, code: (typeof localeCodes)[number]): unknown => {
  const device = { storage: { isBlocked: false } }
  const services = { session: { state: () => state }, device } as unknown as Services
  return redirectOf(() => requireSignIn({ services, locale: locales[code] }, '/en-GB/files?folder=a'))
}

test.each(localeCodes)('a signed-out visitor of %s is sent to the home', (locale) => {
  expect(wayOf({ status: 'anonymous' }, locale)).toMatchObject({
    to: '/$locale/',
    params: { locale },
    search: { place: '/en-GB/files?folder=a' },
  })
})

test.each(localeCodes)('whose session in %s has ended is sent to the sign-in screen', (locale) => {
  const ended = { status: 'anonymous', ended: 'errorMessage.sessionExpired' } as const
  expect(wayOf(ended, locale)).toMatchObject({
    to: '/$locale/login',
    params: { locale },
    search: { place: '/en-GB/files?folder=a' },
  })
})

test('who signs out goes straight to the sign-in screen, and the next coach not to the page of this one', () => {
  expect(wayOf({ status: 'anonymous', left: true }, 'es-AR')).toEqual({
    to: '/$locale/login',
    params: { locale: 'es-AR' },
    replace: true,
    statusCode: undefined,
  })
})

test('a session that could not be read is neither: the page fails, and can be tried again', () => {
  expect(wayOf({ status: 'authenticating' }, 'pt-BR')).toEqual(new Error('The session could not be read.'))
})

const addresses: Record<LocaleCode, string> = {
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

test.each(localeCodes)('after signing in a coach of %s lands where its catalogue says', (code) => {
  const { to, params } = landingOf(locales[code], i18nIn(code))
  expect([to, params]).toEqual(['/$locale/$slug', { locale: code, slug: addresses[code] }])
})

test('where nothing can be stored, the pages of an account say so, those for signing in too', () => {
  const services = {
    session: { state: () => ({ status: 'authenticating' }) },
    device: { storage: { isBlocked: true } },
  } as unknown as Services
  const context = { services, locale: locales['pt-BR'], i18n: i18nIn('pt-BR') }
  for (const guard of [() => requireSignIn(context, '/pt-BR/files'), () => leaveWhenSignedIn(context)])
    expect(redirectOf(guard)).toBeInstanceOf(StorageBlocked)
})

/** The context of a guard in en-US at a local time. */
const at = (time: string) => ({
  services: { device: { now: () => new Date(time) } } as unknown as Services,
  locale: locales['en-US'],
})

test.each([
  ['2024-06-14T22:00', '/en-US/login?a=1', '/$locale/maintenance'],
  ['2024-06-14T22:00', '/en-US/maintenance', undefined],
  ['2024-06-15T10:00', '/en-US/maintenance/', undefined],
  ['2024-06-15T10:00', '/en-US/login', undefined],
])('at %s local time %s leads to %s', (time, href, to) => {
  const [pathname = ''] = href.split('?')
  expect(redirectOf(() => guardMaintenance(at(time), { pathname, href }))).toEqual(
    to && { to, params: { locale: 'en-US' }, search: { place: href }, replace: true },
  )
})

test('the maintenance page stays while the window lasts, and where nobody was sent to it', () => {
  expect(redirectOf(() => leaveMaintenance(at('2024-06-15T09:59'), '/en-US/files'))).toBeUndefined()
  expect(redirectOf(() => leaveMaintenance(at('2024-06-15T10:00'), undefined))).toBeUndefined()
})

test('the maintenance page leads back when the window is over', () => {
  const found = redirectOf(() => leaveMaintenance(at('2024-06-15T10:00'), '/en-US/files?folder=a'))
  expect(found).toMatchObject({ href: '/en-US/files?folder=a', replace: true })
})
