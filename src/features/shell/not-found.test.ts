import { createElement, type ReactElement } from 'react'
import { expect, test } from 'vitest'
import { localeCodes } from '../../config/locales.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { linksOf, markupIn } from '../../ui/testing/markup.ts'
import { AdminRefused } from '../admin/admin-refused.tsx'
import { NotFound } from './not-found.tsx'

test.each(localeCodes)('in %s links a coach to the courses, and a visitor to the home page', (code) => {
  const t = translateIn(code)
  const courses = { href: `/${code}/${t('coursesHomeSlug')}`, text: t('home.toCourses') }
  const linksWith = (screen: ReactElement) => linksOf(markupIn(code, screen))
  expect(linksWith(createElement(NotFound, { signedIn: true }))).toEqual([courses])
  expect(linksWith(createElement(AdminRefused))).toEqual([courses])
  expect(linksWith(createElement(NotFound, { signedIn: false }))).toEqual([
    { href: `/${code}/`, text: t('error.goHome') },
  ])
})
