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
      `/${locale}/drills`,
      `/${locale}/files`,
      `/${locale}/${t('profileSlug')}`,
    ])
    expect(html).not.toContain('aria-current')
  })
})

test('marks the current part, and describes what needs the coach in words too', () => {
  const html = (count: number) =>
    markupIn(
      'en-GB',
      createElement(AppBar, { part: 'drills', waiting: { files: { count, text: 'A text' } } }),
    )
  expect(html(0).match(/aria-current="true"/g)).toHaveLength(1)
  expect(html(0)).not.toContain('A text')
  expect(html(120)).toContain('99+')
  expect(html(120)).toContain('A text')
})
