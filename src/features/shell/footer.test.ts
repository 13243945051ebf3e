import { createElement, type ComponentProps } from 'react'
import { describe, expect, test } from 'vitest'
import { localeCodes, locales, type LocaleCode } from '../../config/locales.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { findLinks, markupIn } from '../../ui/testing/markup.ts'
import { Footer } from './footer.tsx'

const theme = { chosen: undefined, onChoose: () => undefined }

const footer = (locale: LocaleCode, given: Partial<ComponentProps<typeof Footer>> = {}) =>
  markupIn(
    locale,
    createElement(Footer, { signedIn: false, year: 2026, path: '', theme, social: {}, ...given }),
  )

/** The links below a heading. */
const column = (html: string, title: string) => {
  const after = html.split(`${title}</h2>`)[1]
  return after === undefined ? undefined : findLinks(after.split('</ul>')[0] ?? '')
}

describe.each(localeCodes)('the footer of %s', (locale) => {
  const t = translateIn(locale)
  const at = (path: string, text: string) => ({ href: `/${locale}/${path}`, text })
  const html = footer(locale)

  test('shows the column Courses only when signed in', () => {
    expect(column(html, t('footer.courses'))).toBeUndefined()
    expect(column(footer(locale, { signedIn: true }), t('footer.courses'))).toEqual([
      at(t('coursesHomeSlug'), t('footer.allCourses')),
      at(t('courseSlug'), t('footer.course')),
      at(t('footballCourseSlug'), t('footer.footballCourse')),
    ])
  })

  test('has the column Informational: about us, sitemap and the reference link', () => {
    expect(column(html, t('footer.information'))).toEqual([
      at('about', t('footer.about')),
      at('sitemap', t('footer.sitemap')),
      at('about#references', t('footer.reference')),
    ])
  })

  test('has the column Help: contact us and FAQ', () => {
    expect(column(html, t('footer.help'))).toEqual([
      at('contact', t('footer.contact')),
      at('faq', t('footer.faq')),
    ])
  })

  test('links to the existing social pages in a new tab without access to this one', () => {
    const social = {
      youtube: 'https://www.youtube.com/@barriers',
      facebook: 'https://www.facebook.com/barriers',
    }
    const row = footer(locale, { social })
    const links = findLinks(row).filter(({ href }) => href.startsWith('https:'))
    expect(links).toEqual([
      { href: social.facebook, text: t('footer.facebook') },
      { href: social.youtube, text: t('footer.youtube') },
    ])
    expect(row.match(/target="_blank" rel="noreferrer"/g)).toHaveLength(links.length)
    expect(row).toContain(t('footer.social'))
  })

  test('has no row of social networks when the programme is on none', () => {
    expect(findLinks(html).filter(({ href }) => href.startsWith('https:'))).toEqual([])
    expect(html).not.toContain(t('footer.social'))
  })

  test('links to the location selector with the visitor’s current page', () => {
    const link = findLinks(footer(locale, { path: 'faq' })).find(
      ({ text }) => text === t('footer.changeLocation'),
    )
    expect(link?.href).toBe(`/${locale}/change-location?from=faq`)
  })

  test('ends in a strip of terms, privacy, accessibility, cookies, the year and the parent company', () => {
    const strip = html.slice(html.indexOf(`aria-label="${t('footer.legal')}"`))
    expect(findLinks(strip)).toEqual([
      at('terms', t('footer.terms')),
      at('privacy', t('footer.privacy')),
      at('accessibility', t('footer.accessibility')),
      at('cookies', t('footer.cookies')),
    ])
    expect(strip).toContain(t('footer.copyright', { year: '2026' }))
    expect(footer(locale, { year: 2031 })).toContain(t('footer.copyright', { year: '2031' }))
    expect(strip).toMatch(new RegExp(`<img[^>]*parent-company[^>]*alt="${t('footer.parentCompany')}"`))
  })

  test('lets a visitor choose the theme, which a signed-in coach finds in the profile', () => {
    const choices = (markup: string) =>
      [...markup.matchAll(/name="theme"[^>]*value="(\w+)"/g)].map(([, value]) => value)
    expect(choices(html)).toEqual(['system', 'light', 'dark', 'sun'])
    expect(choices(footer(locale, { signedIn: true }))).toEqual([])
  })

  test('shows the locale’s logo with a name', () => {
    const logo = `/logos/${locales[locale].logo}-light.svg"[^>]*alt=""/><span[^>]*>${t('site.title')}</span>`
    expect(html).toMatch(new RegExp(logo))
  })
})
