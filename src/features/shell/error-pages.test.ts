import { createElement, type ReactElement } from 'react'
import { expect, test } from 'vitest'
import { localeCodes } from '../../config/locales.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { findLinks, markupIn } from '../../ui/testing/markup.ts'
import { AdminForbidden } from '../admin/admin-forbidden.tsx'
import { NotFound, StorageBlockedPage } from './error-pages.tsx'

test.each(localeCodes)('in %s links a coach to the courses, and a visitor to the home page', (code) => {
  const t = translateIn(code)
  const courses = { href: `/${code}/${t('coursesHomeSlug')}`, text: t('home.toCourses') }
  const linksWith = (screen: ReactElement) => findLinks(markupIn(code, screen))
  expect(linksWith(createElement(NotFound, { signedIn: true }))).toEqual([courses])
  expect(linksWith(createElement(AdminForbidden))).toEqual([courses])
  expect(linksWith(createElement(NotFound, { signedIn: false }))).toEqual([
    { href: `/${code}/`, text: t('error.goHome') },
  ])
})

const browsers = {
  'Chrome on Android':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36',
  'Firefox on Android': 'Mozilla/5.0 (Android 14; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0',
  'Safari on an iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Safari on a Mac':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  'Edge on Windows':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0',
  'Firefox on Windows': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0',
  'a view inside an app':
    'Mozilla/5.0 (Linux; Android 14; SM-S911B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/139.0.0.0 Mobile Safari/537.36 [FBAN/FB4A]',
  'a WebKit on Linux':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
}

const shown = (code: (typeof localeCodes)[number], userAgent: string) =>
  markupIn(code, createElement(StorageBlockedPage, { browser: { userAgent, maxTouchPoints: 0 } }))
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

test.each([
  ['Chrome on Android', 'On-device site data'],
  ['Firefox on Android', '⋮ › Settings › Enhanced Tracking Protection'],
  ['Safari on an iPhone', 'Settings › Apps › Safari'],
  ['Safari on a Mac', 'Safari: Settings › Advanced'],
  ['Edge on Windows', 'Additional content settings'],
  ['Firefox on Windows', '☰ › Settings'],
  ['a view inside an app', 'open it in your browser instead'],
  ['a WebKit on Linux', 'Look in your browser’s settings'],
] as const)('tells users of %s where to allow storage', (browser, place) => {
  expect(shown('en-GB', browsers[browser])).toContain(place)
})

test.each(localeCodes)('in %s says what is blocked, and links to the pages that need no storage', (code) => {
  const t = translateIn(code)
  for (const userAgent of Object.values(browsers)) {
    const html = shown(code, userAgent)
    expect(html).toContain(t('storageBlocked.why'))
    expect(html).not.toContain('storageBlocked.')
    expect(findLinks(html)).toEqual([{ href: `/${code}/`, text: t('error.goHome') }])
  }
})
