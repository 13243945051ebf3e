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
  // The home of a locale is one address with and without a trailing slash: to the router a redirect between the two
  // changes nothing, and it would repeat it for ever.
  if (named?.code === first) return undefined
  const tail = rest.join('/')
  if (named) return `/${named.code}/${tail}`
  if (looksLikeLocale.test(first)) return `/${choose(first).code}/${tail}`
  return `/${choose().code}${pathname}`
}

/** The path without its locale, as `LocaleLink` wants it; the router does not distinguish a trailing slash. */
export const pathWithoutLocale = (pathname: string): string =>
  pathname.split('/').slice(2).join('/').replace(/\/+$/, '')
