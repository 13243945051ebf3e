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
  // With and without a slash at its end the home of a locale is one address: the router takes the step from one to the
  // other for none, and would take it for ever.
  if (named?.code === first) return undefined
  const tail = rest.join('/')
  if (named) return `/${named.code}/${tail}`
  if (looksLikeLocale.test(first)) return `/${choose(first).code}/${tail}`
  return `/${choose().code}${pathname}`
}

/** The path without its locale, as `LocaleLink` wants it; the router does not tell one with a slash at its end from it. */
export const pathWithoutLocale = (pathname: string): string =>
  pathname.split('/').slice(2).join('/').replace(/\/+$/, '')
