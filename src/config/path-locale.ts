import { findLocale, type Locale } from './locales.ts'

/** Matches any language tag, also of a locale that we do not have: `en`, `en-IE`, `en_US` or `zh-Hans-CN`. */
const localePattern = /^[a-z]{2}([-_][a-z0-9]{2,4}){0,2}$/i

/** Decodes a segment of a path. Some senders encode its hyphen. Returns a malformed segment unchanged. */
export const decodeSegment = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Encodes a path so that it can be decoded: a malformed escape such as `%zz` becomes plain characters. */
export const repairEscapes = (pathname: string): string =>
  pathname
    .split('/')
    .map((segment) => encodeURIComponent(decodeSegment(segment)))
    .join('/')

/**
 * Splits a path into a locale and a page. `choose` selects the locale if the path has none of ours. If the
 * path begins with another language tag, `pathTag` is that tag.
 */
export const splitPath = (
  pathname: string,
  choose: (pathTag?: string) => Locale,
): { locale: Locale; page: string } => {
  // The first part is the empty string before the first slash.
  const [encodedSegment = '', ...otherSegments] = pathname.split('/').slice(1)
  const firstSegment = decodeSegment(encodedSegment)
  const page = otherSegments.join('/')
  const locale = findLocale(firstSegment)
  if (locale) return { locale, page }
  if (localePattern.test(firstSegment)) return { locale: choose(firstSegment), page }
  return { locale: choose(), page: pathname.slice(1) }
}

/**
 * Corrects a path that does not begin with the exact code of one of our locales. `/PT-br/login` and
 * `/de/login` keep the page, and `/sitemap` gets a locale in front. Returns undefined if the path is correct.
 * A home page without a trailing slash is also correct. The router treats both paths as the same page, so a
 * redirect would repeat in a loop.
 */
export const findCorrectedPath = (
  pathname: string,
  choose: (pathTag?: string) => Locale,
): string | undefined => {
  const { locale, page } = splitPath(pathname, choose)
  return pathname.split('/')[1] === locale.code ? undefined : `/${locale.code}/${page}`
}

/**
 * Removes the locale from a path, for `LocaleLink`. Also removes a trailing slash, which the router ignores.
 */
export const removeLocale = (pathname: string): string =>
  pathname.split('/').slice(2).join('/').replace(/\/+$/, '')

/**
 * Whether a path begins with one of our locales. Such a path is always a page, even if it contains a dot like
 * a file name.
 */
export const isInLocale = (pathname: string): boolean => findLocale(pathname.split('/')[1]) !== undefined
