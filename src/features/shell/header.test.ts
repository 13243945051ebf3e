import { createElement } from 'react'
import { describe, expect, test } from 'vitest'
import { localeCodes, locales, type LocaleCode } from '../../config/locales.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { findLinks, markupIn } from '../../ui/testing/markup.ts'
import { Header, type HeaderProps } from './header.tsx'

const header = (locale: LocaleCode, given: Partial<HeaderProps>) =>
  markupIn(
    locale,
    createElement(Header, {
      tone: 'plain',
      signedIn: false,
      syncChip: null,
      onSignOut: () => undefined,
      ...given,
    }),
  )
/** The links of the menu, without the logo's link. */
const menu = (html: string) => findLinks(html).slice(1)
const findLogo = (html: string) => /\/logos\/([\w-]+)\.svg/.exec(html)?.[1]

describe.each(localeCodes)('the header of %s', (locale) => {
  const t = translateIn(locale)

  test('shows a visitor sign-in and sign-up only, and the sign-up button points to the home', () => {
    const html = header(locale, { signedIn: false })
    expect(menu(html)).toEqual([
      { href: `/${locale}/login`, text: t('header.signIn') },
      { href: `/${locale}/#sign-up`, text: t('header.signUp') },
    ])
    expect(html).not.toContain(t('header.signOut'))
  })

  test('leads a visitor to the page they requested, also after the sign-up', () => {
    const returnTo = `/${locale}/files?folder=a`
    const asked = new URLSearchParams({ returnTo }).toString()
    expect(menu(header(locale, { returnTo })).map(({ href }) => href)).toEqual([
      `/${locale}/login?${asked}`,
      `/${locale}/?${asked}#sign-up`,
    ])
  })

  test('shows a coach courses, profile and sign-out, and the football course unless it is es-US', () => {
    const html = header(locale, { signedIn: true })
    const football = { href: `/${locale}/${t('footballCourseSlug')}`, text: t('header.footballCourse') }
    expect(menu(html)).toEqual([
      { href: `/${locale}/${t('coursesHomeSlug')}`, text: t('header.courses') },
      ...(locale === 'es-US' ? [] : [football]),
      { href: `/${locale}/drills`, text: t('drills.title') },
      { href: `/${locale}/files`, text: t('header.files') },
      { href: `/${locale}/${t('profileSlug')}`, text: t('header.profile') },
    ])
    expect(html).toMatch(new RegExp(`<button[^>]*>${t('header.signOut')}</button>`))
    expect(html).not.toContain(t('header.signUp'))
  })

  test('marks the link to the part of a page, unless the football course has a link of its own', () => {
    const findMarked = (given: Partial<HeaderProps>) =>
      [
        ...header(locale, { signedIn: true, ...given }).matchAll(/<a[^>]* aria-current="true"[^>]*>([^<]*)/g),
      ].map(([, text]) => text)
    expect(findMarked({ part: 'profile' })).toEqual([t('header.profile')])
    expect(findMarked({ part: 'courses', slug: t('courseSlug') })).toEqual([t('header.courses')])
    expect(findMarked({ part: 'courses', slug: t('footballCourseSlug') })).toEqual(
      locale === 'es-US' ? [t('header.courses')] : [],
    )
    expect(findMarked({})).toEqual([])
  })

  test('links to the sync log only for an admin', () => {
    const link = { href: `/${locale}/admin`, text: t('header.admin') }
    expect(menu(header(locale, { signedIn: true, admin: true }))).toContainEqual(link)
    expect(menu(header(locale, { signedIn: true }))).not.toContainEqual(link)
  })

  test('links its logo to the home page for a visitor, and to the courses for a coach', () => {
    expect(findLinks(header(locale, { signedIn: false }))[0]?.href).toBe(`/${locale}/`)
    expect(findLinks(header(locale, { signedIn: true }))[0]?.href).toBe(`/${locale}/${t('coursesHomeSlug')}`)
  })

  test('changes its logo and its colours inside the app', () => {
    const [plain, app] = (['plain', 'app'] as const).map((tone) => header(locale, { tone }))
    expect(findLogo(plain!)).toBe(locales[locale].logo)
    expect(findLogo(app!)).toBe(`${locales[locale].logo}-light`)
    const findClass = (html: string) => /<header class="([^"]*)"/.exec(html)?.[1]
    expect(findClass(app!)).not.toBe(findClass(plain!))
  })
})

test('uses one logo for Brazil and Oceania, others for the United Kingdom and the United States, or a default', () => {
  expect(Object.fromEntries(localeCodes.map((code) => [code, findLogo(header(code, {}))]))).toEqual({
    'pt-BR': 'br-oceania',
    'en-AU': 'br-oceania',
    'en-NZ': 'br-oceania',
    'en-GB': 'gb',
    'en-US': 'us',
    'es-US': 'us',
    'es-AR': 'default',
    'es-MX': 'default',
  })
})
