import { createElement } from 'react'
import { expect, test } from 'vitest'
import { localeCodes } from '../config/locales.ts'
import { findLinks, markupIn } from './testing/markup.ts'
import { LocaleLink } from './locale-link.tsx'

test.each(localeCodes)('starts a link inside the site with the current locale, as in %s', (locale) => {
  const href = (to: string, more: { search?: Record<string, string>; hash?: string } = {}) =>
    findLinks(markupIn(locale, createElement(LocaleLink, { to, ...more }, 'words')))[0]?.href
  expect(href('')).toBe(`/${locale}/`)
  expect(href('files')).toBe(`/${locale}/files`)
  expect(href('about', { hash: 'references' })).toBe(`/${locale}/about#references`)
  expect(href('change-location', { search: { from: 'faq' } })).toBe(`/${locale}/change-location?from=faq`)
})
