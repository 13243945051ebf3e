import { localeFrom, type LocaleCode } from '../../src/config/locales.ts'
import { chooseLocale } from '../../src/config/negotiate-locale.ts'
import { prerenderedPages } from '../../src/config/pages.ts'
import type { Http } from '../http/app-env.ts'
import { staticPath } from './static-path.ts'

/** What a browser prefers, best first (RFC 9110, 12.5.4). */
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

/** The locale for an address that names none; a response that depends on it says so to caches. */
const preferredLocale = (http: Http): LocaleCode => {
  http.header('Vary', 'Accept-Language', { append: true })
  const languages = languagesOf(http.req.header('Accept-Language') ?? '')
  const query = new URL(http.req.url).searchParams.get('locale')
  return chooseLocale({ query, stored: undefined, languages }).code
}

/**
 * The files with the app that the build may have written for an address, the one that says most of it first: what link previews show
 * is in the words of its locale.
 */
export const appPages = (http: Http): string[] => {
  const [, first = '', ...rest] = new URL(http.req.url).pathname.split('/')
  const named = localeFrom(first)?.code
  const [screen, below] = named ? rest : []
  const code = named ?? preferredLocale(http)
  const names = [...(screen && below ? [`${screen}/${below}`] : []), ...(screen ? [screen] : []), 'index']
  return names.flatMap((name) => staticPath(`/${code}/app/${name}.html`) ?? [])
}

/**
 * The file that the build wrote for an address, if it wrote one. The site's own address has the home of the locale that the
 * browser asks for; the app, which also knows what was on screen last, puts its locale into the address.
 */
export const prerenderedPage = (http: Http): string | undefined => {
  const { pathname } = new URL(http.req.url)
  if (pathname === '/') return `${preferredLocale(http)}/index.html`
  const [, code, ...rest] = pathname.split('/')
  const page = rest.join('/')
  const isOne = prerenderedPages.some((each) => each === page)
  return isOne && localeFrom(code)?.code === code ? `${code}/${page || 'index'}.html` : undefined
}
