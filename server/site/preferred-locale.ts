import type { Locale } from '../../src/config/locales.ts'
import { chooseLocale } from '../../src/config/negotiate-locale.ts'
import type { Http } from '../http/app-env.ts'

/** The languages that a browser prefers, best first (RFC 9110, 12.5.4). */
const languagesOf = (accepted: string): string[] =>
  accepted
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)

/**
 * The locale for an address without one of ours; `meant` is the one that it names instead. The response then
 * varies by `Accept-Language`, and says so to caches. The app, which also knows the last locale on screen,
 * puts its locale into the address.
 */
export const preferredLocale = (http: Http, meant?: string): Locale => {
  http.header('Vary', 'Accept-Language', { append: true })
  const languages = languagesOf(http.req.header('Accept-Language') ?? '')
  const query = new URL(http.req.url).searchParams.get('locale')
  return chooseLocale({ query, meant, stored: undefined, languages })
}
