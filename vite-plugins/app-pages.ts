import * as v from 'valibot'
import { readCatalogue } from '../locales/read-catalogue.ts'
import { courses, type CourseModule, type Video } from '../src/config/courses.ts'
import type { LocaleCode } from '../src/config/locales.ts'
import { createTranslator } from './compile-catalogue.ts'
import { createVideoTags, type Picture } from './page-metadata.ts'
import { createAppHtml } from './public-html.ts'

const textEntries = { title: v.string(), summary: v.string() }
const courseSchema = v.object({ ...textEntries, modules: v.record(v.string(), v.object(textEntries)) })
type CourseTexts = v.InferOutput<typeof courseSchema>

/** Reads the titles and summaries of the courses and their modules, by their ids. */
export const readCourseTexts = (locale: LocaleCode) =>
  v.parse(v.record(v.string(), courseSchema), readCatalogue(locale, 'courses'))

/** Returns the poster of a video, with the size that `npm run films` gives to posters. */
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
 * Returns the message ids of the screens that are not prerendered, by their path below a locale. Admin screens
 * are not listed, because the page `index` with the title of the site is enough for them.
 */
const getScreenMessageIds = (t: (id: string) => string): Record<string, ScreenMessageIds> => ({
  'not-found': ['error.notFoundTitle', 'error.notFoundBody'],
  install: ['install.title', 'install.intro'],
  maintenance: ['maintenance.title', 'maintenance.body'],
  verify: ['verifyCertificate.title', 'verifyCertificate.intro'],
  'forgot-password': ['forgotPassword.title', 'forgotPassword.intro'],
  'confirm-email': ['confirmEmail.title'],
  'confirm-sign-in': ['signIn.title'],
  'hosted-sign-in': ['hostedSignIn.title', 'hostedSignIn.intro'],
  courses: ['courses.title'],
  [t('coursesHomeSlug')]: ['courses.title'],
  [t('courseSeriesSlug')]: ['courses.title'],
  [t('profileSlug')]: ['profile.title'],
  'change-password': ['changePassword.title'],
  passkeys: ['passkeys.title', 'passkeys.intro'],
  'second-factor': ['secondFactor.title', 'secondFactor.intro'],
  'sign-ins': ['signIns.title', 'signIns.intro'],
  'delete-account': ['deleteAccount.title'],
  'finish-deletion': ['deleteAccount.begun.title'],
  'account-deleted': ['deleteAccount.done.title'],
  drills: ['drills.title', 'drills.intro'],
  files: ['files.title', 'files.intro'],
  outbox: ['outbox.title', 'outbox.intro'],
  storage: ['storage.title', 'storage.intro'],
})

/** A page below a locale: the beginning of its path, and its HTML. */
type AppPage = readonly [path: string, html: string]

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
  const siteName = t('site.title')

  const createPage = (title: string, description: string, video?: Video): string => {
    const pageTitle = t('site.pageTitle').replace('{page}', title).replace('{site}', siteName)
    const preview = { locale, title: pageTitle, description, siteName, origin }
    if (!video) return createAppHtml(shell, preview)
    const tags = createVideoTags(video, { locale, texts: { title, summary: description }, origin })
    return createAppHtml(shell, preview, { picture: toPicture(video, title), tags })
  }

  const createScreenPages = (): AppPage[] =>
    Object.entries(getScreenMessageIds(t)).map(([path, [title, description = 'site.description']]) => [
      path,
      createPage(t(title), t(description)),
    ])

  const createModulePage = (course: CourseTexts, slug: string, module: CourseModule): AppPage => {
    const texts = course.modules[module.id]
    if (!texts) throw new Error(`${locale} has no texts of the module ${module.id}`)
    const video = module.kind === 'video' ? module.video : undefined
    return [`${slug}/${module.id}`, createPage(texts.title, texts.summary, video)]
  }

  const createCoursePages = (): AppPage[] => {
    const textsById = readCourseTexts(locale)
    return courses.flatMap(({ id, slug: slugId, modules }) => {
      const course = textsById[id]
      if (!course) throw new Error(`${locale} has no texts of the course ${id}`)
      const slug = t(slugId)
      const pages: AppPage[] = [[slug, createPage(course.title, course.summary)]]
      return pages.concat(modules.map((module) => createModulePage(course, slug, module)))
    })
  }

  const indexPage = createAppHtml(shell, {
    locale,
    title: siteName,
    description: t('site.description'),
    siteName,
    origin,
  })
  return Object.fromEntries([['index', indexPage], ...createScreenPages(), ...createCoursePages()])
}
