import { Hono } from 'hono'
import type { AppEnv, Http } from '../http/app-env.ts'
import { robots, siteMap } from './site-map.ts'

/**
 * `/robots.txt` and `/sitemap.xml`. Both contain absolute URLs. Their origin comes from the setting, or else
 * from the request; in that case the response is private.
 */
export const crawlerRoutes = (publicOrigin: string | undefined) => {
  const originFor = (http: Http): string => {
    http.set('route', 'crawlers')
    http.header('Cache-Control', publicOrigin === undefined ? 'private, no-cache' : 'public, max-age=86400')
    return publicOrigin ?? new URL(http.req.url).origin
  }
  return new Hono<AppEnv>()
    .get('/robots.txt', (http) => http.text(robots(originFor(http))))
    .get('/sitemap.xml', (http) => {
      const text = siteMap(originFor(http))
      return http.body(text, 200, { 'Content-Type': 'application/xml; charset=utf-8' })
    })
}
