import { expect, test } from 'vitest'
import { localeCodes } from '../../src/config/locales.ts'
import { createSpeculationRoutes, formatSpeculationRulesHeader } from './speculation-rules.ts'

const get = (path: string) => createSpeculationRoutes().request(path)

test.each(localeCodes)(
  'the rules of %s allow only public pages of the locale, and only to fetch them',
  async (locale) => {
    const response = await get(formatSpeculationRulesHeader(locale).slice(1, -1))
    expect(response.headers.get('Content-Type')).toBe('application/speculationrules+json')
    const pages = ['', 'sign-up', 'login', 'about', 'faq', 'contact', 'terms', 'privacy', 'accessibility']
    pages.push('cookies', 'sitemap', 'change-location', 'verify')
    expect(await response.json()).toEqual({
      prefetch: [
        {
          where: {
            and: [
              { href_matches: pages.map((page) => `/${locale}/${page}`) },
              { selector_matches: '[data-prerendered] a:not([aria-current])' },
            ],
          },
          eagerness: 'moderate',
        },
      ],
    })
  },
)

test.each(['/speculation-rules/fr-FR.json', '/speculation-rules/', '/speculation-rules/pt-BR'])(
  '%s is not found',
  async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
  },
)
