import { localeFrom, type Locale } from './locales.ts'

/** `en`, `en-IE`, `zh-Hans-CN`: what was meant as a locale, although we may not have it. */
const looksLikeLocale = /^[a-z]{2}(-[a-z0-9]{2,4}){0,2}$/i

/**
 * What a path means: a locale, and a page below it. `choose` decides where it names none of the eight locales; one that
 * we do not have is `meant`.
 */
export const pageOf = (
  pathname: string,
  choose: (meant?: string) => Locale,
): { locale: Locale; page: string } => {
  const [first = '', ...rest] = pathname.split('/').slice(1)
  const page = rest.join('/')
  const named = localeFrom(first)
  if (named) return { locale: named, page }
  if (looksLikeLocale.test(first)) return { locale: choose(first), page }
  return { locale: choose(), page: pathname.slice(1) }
}

/**
 * Where a path belongs that does not begin with one of the eight locales as they are written: `/PT-br/login` and
 * `/de/login` keep what follows, `/sitemap` gets the locale in front. Undefined when the path is right as it is, the home without a
 * trailing slash as well: to the router a redirect to the other one changes nothing, and it would repeat it without end.
 */
export const pathInLocale = (pathname: string, choose: (meant?: string) => Locale): string | undefined => {
  const { locale, page } = pageOf(pathname, choose)
  return pathname.split('/')[1] === locale.code ? undefined : `/${locale.code}/${page}`
}

/** The path without its locale, as `LocaleLink` wants it; the router does not distinguish a trailing slash. */
export const pathWithoutLocale = (pathname: string): string =>
  pathname.split('/').slice(2).join('/').replace(/\/+$/, '')

/** Whether a path is below one of the eight locales. Pages are, and no files: a point there is what somebody typed, as in a number. */
export const isInLocale = (pathname: string): boolean => localeFrom(pathname.split('/')[1]) !== undefined
