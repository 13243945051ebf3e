import { Hono } from 'hono'
import { defaultLocale, localeCodes } from '../../src/config/locales.ts'
import { publicPages } from '../../src/config/pages.ts'
import type { AppEnv, Http } from '../http/app-env.ts'

type Page = (typeof publicPages)[number]

/**
 * Returns the *alternates* of a page as lines of XML: links to the page in every locale. A search engine
 * chooses the one for its user.
 */
const createAlternateLinks = (origin: string, page: Page): string => {
  const toLink = (hreflang: string, code: string) =>
    `    <xhtml:link rel="alternate" hreflang="${hreflang}" href="${origin}/${code}/${page}"/>`
  const localeLinks = localeCodes.map((code) => toLink(code, code))
  return [...localeLinks, toLink('x-default', defaultLocale)].join('\n')
}

/** `sitemap.xml`: every public page in every locale, each with its alternates. */
const createSiteMap = (origin: string): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...publicPages.flatMap((page) => {
      const links = createAlternateLinks(origin, page)
      return localeCodes.map((code) =>
        ['  <url>', `    <loc>${origin}/${code}/${page}</loc>`, links, '  </url>'].join('\n'),
      )
    }),
    '</urlset>',
    '',
  ].join('\n')

/** `robots.txt`: excludes the API, the repair page, and some pages that are personal. */
const createRobots = (origin: string): string =>
  [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /recover',
    ...['admin', 'drills', 'files', 'outbox', 'storage'].map((screen) => `Disallow: /*/${screen}`),
    'Allow: /',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')

/**
 * Serves `/robots.txt` and `/sitemap.xml`. Both contain absolute URLs. Their origin comes from the setting,
 * or else from the request. If it comes from the request, shared caches must not store the response.
 */
export const createCrawlerRoutes = (publicOrigin: string | undefined) => {
  /** Sets the route and the `Cache-Control` of the response. Returns the origin of its URLs. */
  const prepareResponse = (http: Http): string => {
    http.set('route', 'crawlers')
    http.header('Cache-Control', publicOrigin === undefined ? 'private, no-cache' : 'public, max-age=86400')
    return publicOrigin ?? new URL(http.req.url).origin
  }
  return new Hono<AppEnv>()
    .get('/robots.txt', (http) => http.text(createRobots(prepareResponse(http))))
    .get('/sitemap.xml', (http) => {
      const text = createSiteMap(prepareResponse(http))
      return http.body(text, 200, { 'Content-Type': 'application/xml; charset=utf-8' })
    })
}
