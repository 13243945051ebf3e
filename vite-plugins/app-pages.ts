import * as v from 'valibot'
import { readCatalogue } from '../locales/read-catalogue.ts'
import { courses, type Video } from '../src/config/courses.ts'
import type { LocaleCode } from '../src/config/locales.ts'
import { createTranslator } from './compile-catalogue.ts'
import { createVideoTags, type Picture } from './page-metadata.ts'
import { createAppHtml } from './public-html.ts'

const textEntries = { title: v.string(), summary: v.string() }
const courseTextsSchema = v.record(
  v.string(),
  v.object({ ...textEntries, modules: v.record(v.string(), v.object(textEntries)) }),
)

/** Reads the titles and summaries of the courses and their modules, by their ids. */
export const readCourseTexts = (locale: LocaleCode) =>
  v.parse(courseTextsSchema, readCatalogue(locale, 'courses'))

/** Returns the poster of a video, with the size in which `npm run films` writes posters. */
const toPicture = ({ poster }: Video, alt: string): Picture => ({
  path: poster,
  width: 640,
  height: 360,
  alt,
})

/**
 * The ids of the messages with the title and the description of a screen. The default description is that of
 * the site.
 */
type ScreenMessageIds = [title: string, description?: string]

/**
 * Returns the screens that are not prerendered, by their path below a locale. Admin screens are not listed,
 * because the page `index` with the title of the site is enough for them.
 */
const getScreens = (t: (id: string) => string): Record<string, ScreenMessageIds> => ({
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
 * Creates the HTML of the app for the paths below a locale that are not prerendered. A key is the beginning
 * of a path: `verify` is also for every `verify/$number`. The page `index` is for all other paths.
 */
export const createAppPages = (
  shell: string,
  locale: LocaleCode,
  origin: string | undefined,
): Record<string, string> => {
  const t = createTranslator(locale)
  const site = t('site.title')
  const createPage = (title: string, description: string, video?: Video) =>
    createAppHtml(
      shell,
      {
        locale,
        title: t('site.pageTitle').replace('{page}', title).replace('{site}', site),
        description,
        site,
        origin,
      },
      video && {
        picture: toPicture(video, title),
        tags: createVideoTags(video, { locale, texts: { title, summary: description }, origin }),
      },
    )
  const pages: Record<string, string> = {
    index: createAppHtml(shell, { locale, title: site, description: t('site.description'), site, origin }),
  }
  for (const [path, [title, description = 'site.description']] of Object.entries(getScreens(t)))
    pages[path] = createPage(t(title), t(description))
  const texts = readCourseTexts(locale)
  for (const { id, slug, modules } of courses) {
    const course = texts[id]
    if (!course) throw new Error(`${locale} has no texts of the course ${id}`)
    pages[t(slug)] = createPage(course.title, course.summary)
    for (const module of modules) {
      const moduleTexts = course.modules[module.id]
      if (!moduleTexts) throw new Error(`${locale} has no texts of the module ${module.id}`)
      pages[`${t(slug)}/${module.id}`] = createPage(
        moduleTexts.title,
        moduleTexts.summary,
        module.kind === 'video' ? module.video : undefined,
      )
    }
  }
  return pages
}
