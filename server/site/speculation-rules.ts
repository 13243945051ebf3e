import { Hono } from 'hono'
import { localeCodes, findLocale, type LocaleCode } from '../../src/config/locales.ts'
import { prerenderedPages } from '../../src/config/pages.ts'
import type { AppEnv } from '../http/app-env.ts'

/** Returns the value of the header `Speculation-Rules` for a public page. */
export const formatSpeculationRulesHeader = (locale: LocaleCode): string =>
  `"/speculation-rules/${locale}.json"`

/**
 * Lets a browser prefetch the public page of the locale that a visitor is about to open by a link. Applies
 * only to links in prerendered pages, because the app shows pages without loading them. Browsers ignore the
 * rules in data-saver mode.
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

/** Serves `/speculation-rules/{locale}.json`. */
export const createSpeculationRoutes = () =>
  new Hono<AppEnv>().get(`/speculation-rules/:file{(?:${localeCodes.join('|')})\\.json}`, (http, next) => {
    const locale = findLocale(http.req.param('file').slice(0, -'.json'.length))
    if (!locale) return next()
    http.set('route', 'speculation-rules')
    return http.body(JSON.stringify(createRules(locale.code)), 200, {
      'Content-Type': 'application/speculationrules+json',
      'Cache-Control': 'public, max-age=86400',
    })
  })
