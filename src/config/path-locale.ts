import { localeFrom, type Locale } from './locales.ts'

/** The form of a locale that we may not have: `en`, `en-IE`, `zh-Hans-CN`. */
const localePattern = /^[a-z]{2}(-[a-z0-9]{2,4}){0,2}$/i

/** A segment of a path as it was meant: some senders encode a hyphen. A malformed one stays as it is. */
export const decodeSegment = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** A path that can be decoded: a malformed escape such as `%zz` stands for the characters themselves. */
export const repairEscapes = (pathname: string): string =>
  pathname
    .split('/')
    .map((segment) => encodeURIComponent(decodeSegment(segment)))
    .join('/')

/**
 * Splits a path into a locale and a page. `choose` selects the locale if the path has none of the eight;
 * `pathTag` is a locale in the path that we do not have.
 */
export const splitPath = (
  pathname: string,
  choose: (pathTag?: string) => Locale,
): { locale: Locale; page: string } => {
  const [encodedSegment = '', ...otherSegments] = pathname.split('/').slice(1)
  const firstSegment = decodeSegment(encodedSegment)
  const page = otherSegments.join('/')
  const locale = localeFrom(firstSegment)
  if (locale) return { locale, page }
  if (localePattern.test(firstSegment)) return { locale: choose(firstSegment), page }
  return { locale: choose(), page: pathname.slice(1) }
}

/**
 * The corrected path if a path does not begin with one of the eight locale codes in their exact spelling.
 * `/PT-br/login` and `/de/login` keep the page, and `/sitemap` gets a locale in front. Undefined if the path
 * is right, which includes a home page without a trailing slash: the router treats both forms as the same
 * page, so a redirect between them would repeat endlessly.
 */
export const findCorrectedPath = (
  pathname: string,
  choose: (pathTag?: string) => Locale,
): string | undefined => {
  const { locale, page } = splitPath(pathname, choose)
  return pathname.split('/')[1] === locale.code ? undefined : `/${locale.code}/${page}`
}

/** The path without its locale, for `LocaleLink`. The router ignores a trailing slash. */
export const pathWithoutLocale = (pathname: string): string =>
  pathname.split('/').slice(2).join('/').replace(/\/+$/, '')

/**
 * Whether a path is below one of the eight locales. Only pages are below a locale, so a dot in such a path
 * does not indicate a file.
 */
export const isInLocale = (pathname: string): boolean => localeFrom(pathname.split('/')[1]) !== undefined
