import type { I18n } from '@lingui/core'
import { redirect } from '@tanstack/react-router'
import type { Services } from '../app/services/services.ts'
import { inMaintenance, type Locale } from '../config/locales.ts'
import { pathWithoutLocale } from '../config/path-locale.ts'
import { createTranslate } from '../i18n/translate.ts'
import { localTime } from '../lib/local-time.ts'
import { StorageBlocked } from '../features/shell/storage-blocked.ts'

type Context = { services: Services; locale: Locale }
type SignedIn = Extract<ReturnType<Services['session']['state']>, { status: 'authenticated' }>

/** The signed-in customer. */
export type SignedInUser = SignedIn['user']

/** A customer's name as it is on this device. */
export const nameOf = ({ firstName, lastName }: SignedInUser): string => `${firstName} ${lastName}`.trim()

/** Stops at the pages of an account where the browser lets this site store nothing: nobody can sign in there. */
export const requireStorage = ({ services }: Pick<Context, 'services'>): void => {
  if (services.device.storage.isBlocked) throw new StorageBlocked()
}

/** The state of the session, which the route of the locale has looked for. Fails where it could not be read. */
export const requireSession = ({ services }: Pick<Context, 'services'>) => {
  const state = services.session.state()
  if (state.status !== 'authenticating') return state
  requireStorage({ services })
  throw new Error('The session could not be read.')
}

/**
 * Lets signed-in customers through. Visitors are sent to the home of the locale (specification §2), customers whose session
 * has ended to the sign-in screen (§4): both lead on to `place`, the page that was asked for. Who has just signed out comes to
 * the sign-in screen as well, and nobody back to their page.
 */
export const requireSignIn = ({ services, locale }: Context, place: string): SignedIn => {
  const state = requireSession({ services })
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

/** Where a coach lands after signing in: the locale table names the message that is its address. */
export const landingOf = (locale: Locale, i18n: I18n) =>
  ({
    to: '/$locale/$slug',
    params: { locale: locale.code, slug: createTranslate(i18n)(locale.landing) },
  }) as const

/** Where a coach comes to who is signed in now: the page that was asked for, if there was one. */
export const arrivalOf = (locale: Locale, i18n: I18n, place: string | undefined) => ({
  ...landingOf(locale, i18n),
  ...(place !== undefined && { href: place }),
})

/** Redirects signed-in customers away from the screens for signing in and up, to `place` where they came from one. */
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

/** Redirects every page of a locale to the maintenance page while its window lasts. */
export const guardMaintenance = (
  context: Context,
  { pathname, href }: { pathname: string; href: string },
): void => {
  if (!isDown(context) || pathWithoutLocale(pathname) === 'maintenance') return
  const params = { locale: context.locale.code }
  throw redirect({ to: '/$locale/maintenance', params, search: { place: href }, replace: true })
}

/** Where the maintenance page leads when it is over: back to `place`, from which somebody was sent there, else home. */
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
