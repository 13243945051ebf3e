import { createElement } from 'react'
import { expect, test } from 'vitest'
import { localeCodes } from '../../config/locales.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { findLinks, markupIn } from '../../ui/testing/markup.ts'
import { ChangeLocationScreen } from './change-location-screen.tsx'

const screen = markupIn(
  'es-AR',
  createElement(ChangeLocationScreen, { getPathIn: (code) => (code === 'en-GB' ? 'my-courses' : 'cursos') }),
)

test('lists every country and language, each with a link to the visitor’s previous page', () => {
  const t = translateIn('es-AR')
  expect(findLinks(screen)).toEqual(
    localeCodes.map((code) => ({
      href: `/${code}/${code === 'en-GB' ? 'my-courses' : 'cursos'}`,
      text: `${t(`localeName.${code}`)}${code === 'es-AR' ? t('changeLocation.current') : ''}`,
    })),
  )
})

test('marks each link with its language, and the current one as current', () => {
  for (const code of localeCodes) expect(screen).toContain(`lang="${code}" hrefLang="${code}"`)
  expect(screen.match(/aria-current="true"/g)).toHaveLength(1)
})
