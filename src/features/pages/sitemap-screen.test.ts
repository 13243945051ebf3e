import { createElement } from 'react'
import { expect, test } from 'vitest'
import { localeCodes } from '../../config/locales.ts'
import { pageIds } from '../../config/pages.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { findLinks, markupIn } from '../../ui/testing/markup.ts'
import { SitemapScreen } from './sitemap-screen.tsx'

const places = (locale: (typeof localeCodes)[number], isSignedIn: boolean) =>
  findLinks(markupIn(locale, createElement(SitemapScreen, { isSignedIn }))).map(
    ({ href }) => new URL(href, 'http://site').pathname,
  )

test.each(localeCodes)('the site map of %s lists every page that a visitor can open, once each', (locale) => {
  const own = ['', 'login', 'sign-up', 'change-location', 'install', 'storage', 'verify']
  expect(places(locale, false).toSorted()).toEqual(
    [...own, ...pageIds].map((path) => `/${locale}/${path}`).toSorted(),
  )
})

test.each(localeCodes)(
  'for a coach of %s lists both courses and the outbox, but not the pages of the app bar',
  (locale) => {
    const t = translateIn(locale)
    const slugs = [t('courseSlug'), t('footballCourseSlug')]
    const own = ['', 'outbox', 'change-location', 'install', 'storage', 'verify']
    expect(places(locale, true).toSorted()).toEqual(
      [...own, ...slugs, ...pageIds].map((path) => `/${locale}/${path}`).toSorted(),
    )
  },
)
