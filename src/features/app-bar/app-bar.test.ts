import { createElement } from 'react'
import { describe, expect, test } from 'vitest'
import { localeCodes } from '../../config/locales.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { findLinks, markupIn } from '../../ui/testing/markup.ts'
import { AppBar } from './app-bar.tsx'

describe.each(localeCodes)('the bar of %s', (locale) => {
  const t = translateIn(locale)

  test('leads to the four parts of the app', () => {
    const html = markupIn(locale, createElement(AppBar, { part: undefined, waiting: {} }))
    expect(findLinks(html).map(({ href }) => href)).toEqual([
      `/${locale}/${t('coursesHomeSlug')}`,
      `/${locale}/files`,
      `/${locale}/outbox`,
      `/${locale}/${t('profileSlug')}`,
    ])
    expect(html).not.toContain('aria-current')
  })
})

test('marks the current part, and describes what waits in words too', () => {
  const waiting = {
    outbox: { count: 120, text: '120 to send', needsAction: false },
    files: { count: 0, text: 'none', needsAction: true },
  }
  const html = markupIn('en-GB', createElement(AppBar, { part: 'outbox', waiting }))
  expect(html.match(/aria-current="true"/g)).toHaveLength(1)
  expect(html).toContain('99+')
  expect(html).toContain('120 to send')
  expect(html).not.toContain('none')
  // Waiting entries alone raise no alarm.
  expect(html).not.toContain('needs-you')
})
