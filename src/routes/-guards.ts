import type { I18n } from '@lingui/core'
import { redirect } from '@tanstack/react-router'
import type { Services } from '../app/services/services.ts'
import { inMaintenance, type Locale } from '../config/locales.ts'
import { pathWithoutLocale } from '../config/path-locale.ts'
import { createTranslate } from '../i18n/translate.ts'
import { localTime } from '../lib/time/local-time.ts'
import { StorageBlocked } from '../features/shell/error-pages.tsx'

type Context = { services: Services; locale: Locale }
type SignedIn = Extract<ReturnType<Services['session']['state']>, { status: 'authenticated' }>

export type SignedInUser = SignedIn['user']

/** A customer's name as this device knows it. */
export const nameOf = ({ firstName, lastName }: SignedInUser): string => `${firstName} ${lastName}`.trim()

/**
 * Throws on the pages of an account if the browser blocks the storage of this site: signing in is impossible
 * there.
 */
export const requireStorage = ({ services }: Pick<Context, 'services'>): void => {
  if (services.device.storage.isBlocked) throw new StorageBlocked()
}

/** The state of the session, which the route of the locale has checked. Throws if it could not be read. */
export const requireSessionState = ({ services }: Pick<Context, 'services'>) => {
  const state = services.session.state()
  if (state.status !== 'authenticating') return state
  requireStorage({ services })
  throw new Error('The session could not be read.')
}

/**
 * Lets signed-in customers through. Redirects visitors to the home of the locale (specification §2), and
 * customers whose session has ended to the sign-in screen (§4). Both lead on to `place`, the requested page.
 * A person who has just signed out also goes to the sign-in screen, without `place`, so that the next person
 * does not arrive on their page.
 */
export const requireSignIn = ({ services, locale }: Context, place: string): SignedIn => {
  const state = requireSessionState({ services })
  if (state.status === 'authenticated') return state
  const params = { locale: locale.code }
  if (state.left) throw redirect({ to: '/$locale/login', params, replace: true })
  throw redirect({
    to: state.ended ? '/$locale/login' : '/$locale/',
    params,
    search: { place },
    replace: true,
  })
}

/** The page after signing in: the locale table names the message that holds its address. */
export const landingOf = (locale: Locale, i18n: I18n) =>
  ({
    to: '/$locale/$slug',
    params: { locale: locale.code, slug: createTranslate(i18n)(locale.landing) },
  }) as const

/** The page for a coach who has just signed in: the requested page if there is one. */
export const arrivalOf = (locale: Locale, i18n: I18n, place: string | undefined) => ({
  ...landingOf(locale, i18n),
  ...(place !== undefined && { href: place }),
})

/** Redirects signed-in customers away from the screens for signing in and up, to `place` if it is given. */
export const leaveWhenSignedIn = (
  context: { services: Services; locale: Locale; i18n: I18n },
  place?: string,
): void => {
  requireStorage(context)
  if (context.services.session.state().status !== 'authenticated') return
  throw redirect({ ...arrivalOf(context.locale, context.i18n, place), replace: true })
}

/** Whether the site is down for maintenance in a locale, by the clock of this device. */
export const isDown = ({ services, locale }: Context): boolean =>
  inMaintenance(locale, localTime(services.device.now()))

/** Redirects every page of a locale to the maintenance page during its window. */
export const guardMaintenance = (
  context: Context,
  { pathname, href }: { pathname: string; href: string },
): void => {
  if (!isDown(context) || pathWithoutLocale(pathname) === 'maintenance') return
  const params = { locale: context.locale.code }
  throw redirect({ to: '/$locale/maintenance', params, search: { place: href }, replace: true })
}

/**
 * The target of the maintenance page when the window is over: `place`, the page that redirected there, or the
 * home.
 */
export const afterMaintenance = (locale: Locale, place: string | undefined) => ({
  to: '/$locale/' as const,
  params: { locale: locale.code },
  ...(place !== undefined && { href: place }),
  replace: true,
})

/** Redirects from the maintenance page back to `place` when the window is over. */
export const leaveMaintenance = (context: Context, place: string | undefined): void => {
  if (place !== undefined && !isDown(context)) throw redirect(afterMaintenance(context.locale, place))
}
