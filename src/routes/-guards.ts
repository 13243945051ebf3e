import type { I18n } from '@lingui/core'
import { redirect } from '@tanstack/react-router'
import type { Services } from '../app/services/services.ts'
import { isInMaintenance, type Locale } from '../config/locales.ts'
import { removeLocale } from '../config/path-locale.ts'
import { StorageBlockedError } from '../features/shell/error-pages.tsx'
import { createTranslate } from '../i18n/translate.ts'
import { formatLocalTime } from '../lib/time/local-time.ts'

type GuardContext = { services: Services; locale: Locale }
type SignedIn = Extract<ReturnType<Services['session']['state']>, { status: 'authenticated' }>

/** The signed-in coach, as the session knows them. */
export type SignedInUser = SignedIn['user']

/**
 * Throws if the browser blocks the storage of this site. Call it for pages of an account, where a sign-in
 * would be impossible.
 */
export const requireStorage = ({ services }: Pick<GuardContext, 'services'>): void => {
  if (services.device.storage.isBlocked) throw new StorageBlockedError()
}

/**
 * Returns the state of the session, which the parent route `/$locale` has checked. Throws if the session
 * could not be read.
 */
export const requireSessionState = ({ services }: Pick<GuardContext, 'services'>) => {
  const state = services.session.state()
  if (state.status !== 'authenticating') return state
  requireStorage({ services })
  throw new Error('The session could not be read')
}

/**
 * Lets signed-in customers through. Redirects visitors to the home of the locale (specification §2), and
 * customers whose session has ended (`endReason`) to the sign-in screen (§4). After signing in, both continue
 * on `returnTo`, the requested page. A user who has just signed out also goes to the sign-in screen, but
 * without `returnTo`, so that the next user does not continue on that page.
 */
export const requireSignIn = ({ services, locale }: GuardContext, returnTo: string): SignedIn => {
  const state = requireSessionState({ services })
  if (state.status === 'authenticated') return state
  const params = { locale: locale.code }
  if (state.hasSignedOut) throw redirect({ to: '/$locale/login', params, replace: true })
  throw redirect({
    to: state.endReason ? '/$locale/login' : '/$locale/',
    params,
    search: { returnTo },
    replace: true,
  })
}

/**
 * Returns the first page after signing in. `landing` in the locale table is the id of the message that
 * contains the page's slug.
 */
export const getLanding = (locale: Locale, i18n: I18n) =>
  ({
    to: '/$locale/$slug',
    params: { locale: locale.code, slug: createTranslate(i18n)(locale.landing) },
  }) as const

/**
 * Returns where to navigate after signing in: to `returnTo` if there is one, otherwise to the landing page.
 */
export const getTargetAfterSignIn = (locale: Locale, i18n: I18n, returnTo: string | undefined) => ({
  ...getLanding(locale, i18n),
  ...(returnTo !== undefined && { href: returnTo }),
})

/**
 * Redirects signed-in customers away from the screens for signing in and up: to `returnTo`, or to the landing
 * page.
 */
export const redirectWhenSignedIn = (
  context: { services: Services; locale: Locale; i18n: I18n },
  returnTo?: string,
): void => {
  requireStorage(context)
  if (context.services.session.state().status !== 'authenticated') return
  throw redirect({ ...getTargetAfterSignIn(context.locale, context.i18n, returnTo), replace: true })
}

/** Whether the site is down for maintenance in a locale, by the clock of this device. */
export const isDownForMaintenance = ({ services, locale }: GuardContext): boolean =>
  isInMaintenance(locale, formatLocalTime(services.device.now()))

/** Redirects every page of a locale to the maintenance page during the locale's maintenance window. */
export const redirectToMaintenance = (
  context: GuardContext,
  { pathname, href }: { pathname: string; href: string },
): void => {
  if (!isDownForMaintenance(context) || removeLocale(pathname) === 'maintenance') return
  const params = { locale: context.locale.code }
  throw redirect({ to: '/$locale/maintenance', params, search: { returnTo: href }, replace: true })
}

/**
 * Returns where to navigate when the maintenance is over: to `returnTo`, the page that redirected to the
 * maintenance page, or to the home page.
 */
export const getTargetAfterMaintenance = (locale: Locale, returnTo: string | undefined) => ({
  to: '/$locale/' as const,
  params: { locale: locale.code },
  ...(returnTo !== undefined && { href: returnTo }),
  replace: true,
})

/**
 * Redirects from the maintenance page back to `returnTo` when the window is over. A visitor who opened the
 * maintenance page by its own URL stays there.
 */
export const redirectAfterMaintenance = (context: GuardContext, returnTo: string | undefined): void => {
  if (returnTo === undefined || isDownForMaintenance(context)) return
  throw redirect(getTargetAfterMaintenance(context.locale, returnTo))
}
