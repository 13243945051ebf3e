import { defaultLocale, localeCodes } from '../../src/config/locales.ts'
import { publicPages } from '../../src/config/pages.ts'

type Page = (typeof publicPages)[number]

const alternates = (origin: string, page: Page): string =>
  [
    ...localeCodes.map((code) => [code, `${origin}/${code}/${page}`]),
    ['x-default', `${origin}/${defaultLocale}/${page}`],
  ]
    .map(([hreflang, href]) => `    <xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`)
    .join('\n')

/** `sitemap.xml`: every public page in every locale, each with its alternates. */
export const siteMap = (origin: string): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...publicPages.flatMap((page) => {
      const others = alternates(origin, page)
      return localeCodes.map((code) =>
        ['  <url>', `    <loc>${origin}/${code}/${page}</loc>`, others, '  </url>'].join('\n'),
      )
    }),
    '</urlset>',
    '',
  ].join('\n')

/** `robots.txt`: excludes pages that need a session. */
export const robots = (origin: string): string =>
  [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /recover',
    ...['admin', 'files', 'outbox', 'storage'].map((screen) => `Disallow: /*/${screen}`),
    'Allow: /',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
