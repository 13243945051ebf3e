import { courses } from '../config/courses.ts'
import { expect, test } from 'vitest'
import { allCatalogues, localeFiles, localesIn } from './locale-files.ts'

test('lists the locales whose files the device has, of any build', async () => {
  const urls = ['locales/pt-BR/messages-1', 'locales/pt-BR/courses-1', 'locales/es-AR/pages-0', 'sign-in-1']
  const keys = async () =>
    urls.map((name) => ({ url: `https://site.example/assets/${name}.json` }) as Request)
  expect(await localesIn({ keys })).toEqual(['pt-BR', 'es-AR'])
})

const modules = courses.flatMap((course) => course.modules.map(({ id }) => `modules/${id}`))

test('a build has three files of each of the eight locales, and one of each module', () => {
  expect(new Set(allCatalogues()).size).toBe(8 * (3 + modules.length))
  expect(localeFiles('en-NZ').catalogues).toEqual(
    ['messages', 'courses', 'pages', ...modules].map(
      (file) => `/assets/locales/en-NZ/${file}-development.json`,
    ),
  )
})
