import { courses, type Course } from '../../../config/courses.ts'
import type { PageId } from '../../../config/pages.ts'
import { isPageId } from '../../../i18n/page-catalogue.ts'
import type { Translate } from '../../../i18n/translate.ts'

/** The page at a slug below a locale. */
export type SlugTarget =
  | { kind: 'courses-home' }
  | { kind: 'course'; course: Course }
  | { kind: 'profile' }
  | { kind: 'page'; page: PageId }

/**
 * Finds the target of a slug, in any letter case, as the router does for routes that are not translated.
 * Slugs are translated: `cursos` in pt-BR is `my-courses` in en-GB.
 */
export const resolveSlug = (slugParam: string, t: Translate): SlugTarget | undefined => {
  const slug = slugParam.toLowerCase()
  if (slug === t('coursesHomeSlug') || slug === t('courseSeriesSlug')) return { kind: 'courses-home' }
  if (slug === t('profileSlug')) return { kind: 'profile' }
  if (isPageId(slug)) return { kind: 'page', page: slug }
  const course = courses.find((candidate) => t(candidate.slug) === slug)
  return course && { kind: 'course', course }
}
