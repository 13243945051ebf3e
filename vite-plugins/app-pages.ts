import * as v from 'valibot'
import { readCatalogue } from '../locales/read-catalogue.ts'
import { courses, type CourseModule } from '../src/config/courses.ts'
import type { LocaleCode } from '../src/config/locales.ts'
import { messagesOf } from './messages-of.ts'
import type { Picture } from './page-metadata.ts'
import { appHtml } from './public-html.ts'

const texts = { title: v.string(), summary: v.string() }
const courseTexts = v.record(
  v.string(),
  v.object({ ...texts, modules: v.record(v.string(), v.object(texts)) }),
)

/** What is said of the courses and their modules, by their ids. */
export const courseTextsOf = (locale: LocaleCode) => v.parse(courseTexts, readCatalogue(locale, 'courses'))

/** The first picture of the module's film, in the size in which `npm run films` makes it. */
const pictureOf = (module: CourseModule, alt: string): Picture | undefined =>
  module.kind === 'video' ? { path: module.video.poster, width: 640, height: 360, alt } : undefined

/**
 * The page of the app for the addresses below a locale that are not prerendered, by what they begin with; `index` is for all others.
 * That of a certificate's address is the same for every number.
 */
export const appPages = (
  shell: string,
  locale: LocaleCode,
  origin: string | undefined,
): Record<string, string> => {
  const t = messagesOf(locale)
  const site = t('site.title')
  const page = (title: string, description: string, picture?: Picture) =>
    appHtml(
      shell,
      {
        locale,
        title: t('site.pageTitle').replace('{page}', title).replace('{site}', site),
        description,
        site,
        origin,
      },
      picture,
    )
  const pages: Record<string, string> = {
    index: appHtml(shell, { locale, title: site, description: t('site.description'), site, origin }),
    verify: page(t('check.title'), t('check.intro')),
  }
  const said = courseTextsOf(locale)
  for (const { id, slug, modules } of courses) {
    const course = said[id]
    if (!course) throw new Error(`${locale} says nothing of the course ${id}`)
    pages[t(slug)] = page(course.title, course.summary)
    for (const module of modules) {
      const own = course.modules[module.id]
      if (!own) throw new Error(`${locale} says nothing of the module ${module.id}`)
      pages[`${t(slug)}/${module.id}`] = page(own.title, own.summary, pictureOf(module, own.title))
    }
  }
  return pages
}
