import * as v from 'valibot'
import { readCatalogue } from '../locales/read-catalogue.ts'
import { courses, type Video } from '../src/config/courses.ts'
import type { LocaleCode } from '../src/config/locales.ts'
import { createTranslator } from './compile-catalogue.ts'
import { filmTags, type Picture } from './page-metadata.ts'
import { appHtml } from './public-html.ts'

const textEntries = { title: v.string(), summary: v.string() }
const courseTextsSchema = v.record(
  v.string(),
  v.object({ ...textEntries, modules: v.record(v.string(), v.object(textEntries)) }),
)

/** The texts of the courses and their modules, by their ids. */
export const readCourseTexts = (locale: LocaleCode) =>
  v.parse(courseTextsSchema, readCatalogue(locale, 'courses'))

/** The poster of a film, in the size that `npm run films` writes. */
const toPicture = ({ poster }: Video, alt: string): Picture => ({
  path: poster,
  width: 640,
  height: 360,
  alt,
})

/**
 * The ids of the messages with the title and the description of a screen. Without a description, the site's
 * description is used.
 */
type Screen = [title: string, description?: string]

/**
 * The screens that are not prerendered, by their path below a locale. Pages for admins get the title of the
 * site.
 */
const getScreens = (t: (id: string) => string): Record<string, Screen> => ({
  'not-found': ['error.notFoundTitle', 'error.notFoundBody'],
  install: ['install.title', 'install.intro'],
  maintenance: ['maintenance.title', 'maintenance.body'],
  verify: ['verifyCertificate.title', 'verifyCertificate.intro'],
  'forgot-password': ['forgotPassword.title', 'forgotPassword.intro'],
  'confirm-email': ['confirmEmail.title'],
  courses: ['courses.title'],
  [t('coursesHomeSlug')]: ['courses.title'],
  [t('courseSeriesSlug')]: ['courses.title'],
  [t('profileSlug')]: ['profile.title'],
  'change-password': ['changePassword.title'],
  'delete-account': ['deleteAccount.title'],
  'finish-deletion': ['deleteAccount.begun.title'],
  'account-deleted': ['deleteAccount.done.title'],
  drills: ['drills.title', 'drills.intro'],
  files: ['files.title', 'files.intro'],
  outbox: ['outbox.title', 'outbox.intro'],
  storage: ['storage.title', 'storage.intro'],
})

/**
 * The HTML of the app for the paths below a locale that are not prerendered, by the beginning of the path.
 * `index` is for all other paths. All certificates share one page.
 */
export const appPages = (
  shell: string,
  locale: LocaleCode,
  origin: string | undefined,
): Record<string, string> => {
  const t = createTranslator(locale)
  const site = t('site.title')
  const page = (title: string, description: string, film?: Video) =>
    appHtml(
      shell,
      {
        locale,
        title: t('site.pageTitle').replace('{page}', title).replace('{site}', site),
        description,
        site,
        origin,
      },
      film && {
        picture: toPicture(film, title),
        tags: filmTags(film, { locale, texts: { title, summary: description }, origin }),
      },
    )
  const pages: Record<string, string> = {
    index: appHtml(shell, { locale, title: site, description: t('site.description'), site, origin }),
  }
  for (const [path, [title, description = 'site.description']] of Object.entries(getScreens(t)))
    pages[path] = page(t(title), t(description))
  const texts = readCourseTexts(locale)
  for (const { id, slug, modules } of courses) {
    const course = texts[id]
    if (!course) throw new Error(`${locale} says nothing of the course ${id}`)
    pages[t(slug)] = page(course.title, course.summary)
    for (const module of modules) {
      const moduleTexts = course.modules[module.id]
      if (!moduleTexts) throw new Error(`${locale} says nothing of the module ${module.id}`)
      pages[`${t(slug)}/${module.id}`] = page(
        moduleTexts.title,
        moduleTexts.summary,
        module.kind === 'video' ? module.video : undefined,
      )
    }
  }
  return pages
}
