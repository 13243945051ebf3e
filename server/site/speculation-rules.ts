import { Hono } from 'hono'
import { localeCodes, localeFrom, type LocaleCode } from '../../src/config/locales.ts'
import { prerenderedPages } from '../../src/config/pages.ts'
import type { AppEnv } from '../http/app-env.ts'

/** The value of the header `Speculation-Rules` on a public page. */
export const speculationRulesHeader = (locale: LocaleCode): string => `"/speculation-rules/${locale}.json"`

/**
 * Lets a browser fetch the public page of the locale behind a link that a visitor is about to follow. Only in
 * a prerendered page: the app shows other pages without loading them. Browsers do nothing when data are saved.
 */
const createRules = (locale: LocaleCode) => ({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: prerenderedPages.map((page) => `/${locale}/${page}`) },
          { selector_matches: '[data-prerendered] a:not([aria-current])' },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})

/** `/speculation-rules/{locale}.json`. */
export const speculationRoutes = () =>
  new Hono<AppEnv>().get(`/speculation-rules/:file{(?:${localeCodes.join('|')})\\.json}`, (http, next) => {
    const locale = localeFrom(http.req.param('file').slice(0, -'.json'.length))
    if (!locale) return next()
    http.set('route', 'speculation-rules')
    return http.body(JSON.stringify(createRules(locale.code)), 200, {
      'Content-Type': 'application/speculationrules+json',
      'Cache-Control': 'public, max-age=86400',
    })
  })
