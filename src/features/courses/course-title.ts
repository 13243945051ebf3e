import type { Course } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import type { Translate } from '../../i18n/translate.ts'

/** The title of a course; without its texts, the text of the site's links to it. */
export const courseTitle = (
  { slug }: Course,
  texts: CourseCatalogue[string] | undefined,
  t: Translate,
): string => texts?.title ?? t(slug === 'courseSlug' ? 'footer.course' : 'footer.footballCourse')
