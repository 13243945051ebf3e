import { localeFrom, type Locale } from '../config/locales.ts'

/** `en`, `en-IE`, `zh-Hans-CN`: what was meant as a locale, although we may not have it. */
const looksLikeLocale = /^[a-z]{2}(-[a-z0-9]{2,4}){0,2}$/i

/**
 * Where a path belongs that does not begin with one of the eight locales as they are written: `/PT-br/login` and
 * `/de/login` keep what follows, `/sitemap` gets the locale in front. Undefined when the path is right as it is.
 */
export const pathInLocale = (pathname: string, choose: (meant?: string) => Locale): string | undefined => {
  const [first = '', ...rest] = pathname.split('/').slice(1)
  const named = localeFrom(first)
  // The home of a locale ends in a slash, so that relative addresses mean the same everywhere.
  if (named?.code === first && rest.length > 0) return undefined
  const tail = rest.join('/')
  if (named) return `/${named.code}/${tail}`
  if (looksLikeLocale.test(first)) return `/${choose(first).code}/${tail}`
  return `/${choose().code}${pathname}`
}

/** The path without its locale, as `LocaleLink` wants it. */
export const pathWithoutLocale = (pathname: string): string => pathname.split('/').slice(2).join('/')
