import { localeFrom } from '../../src/config/locales.ts'
import { chooseLocale } from '../../src/config/negotiate-locale.ts'
import { prerenderedPages } from '../../src/config/pages.ts'
import type { Http } from '../http/app-env.ts'

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

/**
 * The file that the build wrote for an address, if it wrote one. The site's own address has the home of the locale that the
 * browser asks for; the app, which also knows what was on screen last, puts its locale into the address.
 */
export const prerenderedPage = (http: Http): string | undefined => {
  const { pathname, searchParams } = new URL(http.req.url)
  if (pathname === '/') {
    http.header('Vary', 'Accept-Language', { append: true })
    const languages = languagesOf(http.req.header('Accept-Language') ?? '')
    const { code } = chooseLocale({ query: searchParams.get('locale'), stored: undefined, languages })
    return `${code}/index.html`
  }
  const [, code, ...rest] = pathname.split('/')
  const page = rest.join('/')
  const isOne = prerenderedPages.some((each) => each === page)
  return isOne && localeFrom(code)?.code === code ? `${code}/${page || 'index'}.html` : undefined
}
