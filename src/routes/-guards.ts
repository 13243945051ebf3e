import type { I18n } from '@lingui/core'
import { redirect } from '@tanstack/react-router'
import type { Services } from '../app/services.ts'
import { inMaintenance, type Locale } from '../config/locales.ts'
import { pathWithoutLocale } from '../i18n/path-locale.ts'
import { createTranslate } from '../i18n/translate.ts'
import { localTime } from '../lib/local-time.ts'

type Context = { services: Services; locale: Locale }
type SignedIn = Extract<ReturnType<Services['session']['state']>, { status: 'authenticated' }>

/** The signed-in customer. */
export type SignedInUser = SignedIn['user']

/** A customer's name as it is on this device. */
export const nameOf = ({ firstName, lastName }: SignedInUser): string => `${firstName} ${lastName}`.trim()

/**
 * Lets signed-in customers through. Visitors are sent to the home of the locale (specification §2), customers whose
 * session has ended to the sign-in screen (§4), which leads back to `place`, the page they were on.
 */
export const requireSignIn = ({ services, locale }: Context, place: string): SignedIn => {
  const state = services.session.state()
  if (state.status === 'authenticated') return state
  // The session was looked for by now: a device that cannot read it does not know whether there is one.
  if (state.status === 'authenticating') throw new Error('The session could not be read.')
  const params = { locale: locale.code }
  if (!state.ended) throw redirect({ to: '/$locale/', params, replace: true })
  throw redirect({ to: '/$locale/login', params, search: { place }, replace: true })
}

/** Where a coach lands after signing in: the locale table names the message that is its address. */
export const landingOf = (locale: Locale, i18n: I18n) =>
  ({
    to: '/$locale/$slug',
    params: { locale: locale.code, slug: createTranslate(i18n)(locale.landing) },
  }) as const

/** Redirects signed-in customers away from the screens for signing in and up, to `place` where they came from one. */
export const leaveWhenSignedIn = (
  context: { services: Services; locale: Locale; i18n: I18n },
  place?: string,
): void => {
  if (context.services.session.state().status !== 'authenticated') return
  const landing = landingOf(context.locale, context.i18n)
  throw redirect({ ...landing, ...(place !== undefined && { href: place }), replace: true })
}

/** Redirects every page of a locale to the maintenance page while its window lasts, and that page home outside of it. */
export const guardMaintenance = ({ services, locale }: Context, pathname: string): void => {
  const isNow = inMaintenance(locale, localTime(services.device.now()))
  const isShown = pathWithoutLocale(pathname) === 'maintenance'
  if (isNow === isShown) return
  const to = isNow ? '/$locale/maintenance' : '/$locale/'
  throw redirect({ to, params: { locale: locale.code }, replace: true })
}
